INSERT INTO users (id, email, password_hash, role, confirmed_at, pending_digest, created_at, new_estimates_since, notify_assigned, notify_deadlines, notify_digest, second_factor_at, invited_at, invited_by_id, name) VALUES
  ('01a1f866-0d00-706d-bf99-502cde6d85ee', 'noor@fiveboroughbuilders.example', NULL, 'staff', NULL, NULL, '2026-11-20T10:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, '2026-11-20T10:00:00.000+00:00', '01a1f978-b580-724a-854c-9c02ba59d52a', 'Noor Haddad'),
  ('01a1f978-b580-709c-adf5-2703f4fcb9ee', 'priya@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Priya Patel'),
  ('01a1f978-b580-724a-854c-9c02ba59d52a', 'maria@fiveboroughbuilders.example', '$2b$10$UzUhNLV7A2DiKdqLAdFB5eYRb0nKBU0XEpsf9MmMLEWwmQRkKrB/O', 'admin', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Maria Santos'),
  ('01a1f978-b580-7290-ae27-a5e08bf98160', 'tom@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Tom Kowalski');

INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest, version, first_contact_at, outcome, outcome_reason, assignee_id, follow_up_on, due_at, quarantined_at, quarantine_reasons, spam_at, email_key, phone_digits, source, completed_at, erased_at, form_verified) VALUES
  ('01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'T57C-P6ZV', 'Wanda Gallardo', 'wanda.gallardo@example.com', '(917) 555-0163', 'commercial', 'Dental practice with four chairs. Plumbing in the slab.', 'Pelham Bay, The Bronx, NY 10461', 'flexible', '50k-100k', 7200, 'commercial', 'Please keep the original moldings and the pocket doors.', FALSE, 'new', '2026-11-20T12:36:00.000+00:00', '0daba659-faa4-4ee2-a77c-e2b7dcd40e44', 'f41uKsVd-eJ_ZpAax4KgyPd_tH9alxo-7BXCQGuQw0w', '299_60BZb22KHwV3Im0FSdQPAbaBqM-cSJEGCYnYlJg', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T12:36:00.000+00:00', NULL, NULL, NULL, 'wanda.gallardo@example.com', '9175550163', 'website', NULL, NULL, TRUE),
  ('01a1f93c-48c0-76dc-bc29-86f2cb785eef', '3KRY-CDR6', 'Dario Fontaine', 'dario.fontaine@example.com', '(718) 555-0141', 'commercial', NULL, 'Flushing, Queens, NY 11354', '1-2-months', 'over-500k', NULL, 'commercial', NULL, FALSE, 'new', '2026-11-20T13:54:00.000+00:00', '932ebf23-2456-45d9-a08b-82ea716e7032', 'q5Sa6dulBEPoTGWMvXgkzVVNIiGrrfmQ9oCfXDEencM', 'GHVSkVOaIN2QQzBRYXL7QXB2Bkjy3cHbvTDIIfU5ZcY', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T13:54:00.000+00:00', NULL, NULL, NULL, 'dario.fontaine@example.com', '7185550141', 'website', NULL, NULL, TRUE),
  ('01a1f962-bc80-766c-9b30-4772752b77cd', 'BY43-RWCV', 'Ben Corrigan', 'ben.corrigan@example.com', '(646) 555-0114', 'basement-finishing', 'Playroom and a small office. It was damp in one corner last spring.', 'Park Slope, Brooklyn, NY 11215', '6-12-months', '50k-100k', 695, 'multi-family', NULL, FALSE, 'new', '2026-11-20T14:36:00.000+00:00', '7269002c-8119-46fb-a5d3-00c6708bbfc5', 'k5FeDbZefHYyyeSnAV6ooXax8xkll116A0Rxkr_4nF8', 'aWhVCpqUCeqBocYgB3YPGVcBNvT9gRgM8Qq6aNA3pZQ', 2, NULL, 'open', NULL, '01a1f978-b580-709c-adf5-2703f4fcb9ee', NULL, '2026-11-21T14:36:00.000+00:00', NULL, NULL, NULL, 'ben.corrigan@example.com', '6465550114', 'website', NULL, NULL, TRUE);

INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, claim_token, last_error, provider_id, created_at, sent_at, address) VALUES
  ('0d2970a9-3191-4482-8565-76b57445224b', 'estimate.staff', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('232ea1a7-a77d-44e9-a6a0-c7d1cb8b0681', 'estimate.visitor', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '5a69306d-d09e-416e-8d6f-cbe21dc9b1f4', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('330605f9-1bd0-4883-99ee-36d477d4ae42', 'estimate.staff', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('81669716-5bfd-4794-ac75-edb5c2d5c3a3', 'estimate.visitor', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('e06b542a-ca05-4ef1-aa9f-65eee796e946', 'estimate.visitor', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('e38856b5-ab7a-41a4-91b9-8f3cbc8c0802', 'estimate.staff', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, 'bb60e00e-ee57-4292-8273-4b04aaefe677', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL);

INSERT INTO nudges (id, kind, user_id, subject, created_at, more_subjects) VALUES
  ('1c80605a-596c-40a5-8327-de3abb566a49', 'nudge.digest', '01a1f866-0d00-706d-bf99-502cde6d85ee', '2026-11-20', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, at, details, entry_key, actor_name) VALUES
  ('01a1f962-bc80-70a4-9042-8e0e769cd1d1', '01a1f962-bc80-766c-9b30-4772752b77cd', 'assigned', '01a1f978-b580-709c-adf5-2703f4fcb9ee', 'priya@fiveboroughbuilders.example', '2026-11-20T14:36:00.000+00:00', '{"from":null,"fromId":null,"to":"Priya Patel","toId":"01a1f978-b580-709c-adf5-2703f4fcb9ee","version":2}', NULL, 'Priya Patel');

INSERT INTO estimate_exports (id, actor_id, actor_email, at, actor_name) VALUES
  ('380afcc1-125c-45f7-87ec-f9ad18049b2c', '01a1f866-0d00-706d-bf99-502cde6d85ee', 'noor@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_export_batches (id, export_id, first_id, last_id, estimate_ids) VALUES
  ('08b29d2e-6388-4c3a-aebb-9e38e5f64104', '380afcc1-125c-45f7-87ec-f9ad18049b2c', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', '01a1f962-bc80-766c-9b30-4772752b77cd', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce,01a1f93c-48c0-76dc-bc29-86f2cb785eef,01a1f962-bc80-766c-9b30-4772752b77cd');

INSERT INTO sessions (id, user_id, access_digest, access_expires_at, refresh_digest, parent_digest, parent_access_digest, refreshed_at, refresh_count, device, created_at, last_used_at, expires_at, verified_at, network) VALUES
  ('abf903c5-cd2c-451b-83bd-4a5c2be2f866', '01a1f866-0d00-706d-bf99-502cde6d85ee', '6c43453b40864aa786357df1d1326bb16c43453b40864aa786357df1d1326bb1', '2026-11-20T16:00:00.000+00:00', '53f59c4d3db44d8cbc1dc41997b93da453f59c4d3db44d8cbc1dc41997b93da4', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 0, 'Mozilla/5.0', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', '2026-12-20T15:00:00.000+00:00', NULL, 'a888a6358c2e4d1f846696295dd66e60a888a6358c2e4d1f846696295dd66e60');

INSERT INTO email_tokens (id, digest, user_id, purpose, created_at, expires_at) VALUES
  ('01a1f866-0d00-75c6-8fd4-644c3e77d17c', 'VzPAO9XfLkBawKCikBUyzMBIwFJgr6Q7VE3eNJucDtI', '01a1f866-0d00-706d-bf99-502cde6d85ee', 'invitation', '2026-11-20T10:00:00.000+00:00', '2026-11-23T10:00:00.000+00:00'),
  ('23987c79-5e80-488e-8665-a8501ac86163', '84033b0a51a64e2a9f96d34abbf6dc3c84033b0a51a64e2a9f96d34abbf6dc3c', '01a1f866-0d00-706d-bf99-502cde6d85ee', 'reset', '2026-11-20T15:00:00.000+00:00', '2026-11-20T16:00:00.000+00:00');

INSERT INTO saved_views (id, owner_id, name, shared, search, created_at) VALUES
  ('16bcba76-5d64-414d-aa48-d978a8978e84', '01a1f866-0d00-706d-bf99-502cde6d85ee', 'Kitchens in Queens', TRUE, '{"type":"kitchen-remodel","q":"queens","view":"compact"}', '2026-11-20T15:00:00.000+00:00');

INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES
  ('958623e8b837451db73e6825d6a5386a958623e8b837451db73e6825d6a5386a', 3, 1, '2026-11-20T16:00:00.000+00:00');

INSERT INTO settings (name, value, created_at) VALUES
  ('password-cost', '10', '2026-11-20T15:00:00.000+00:00');

INSERT INTO audit_entries (id, kind, actor_id, actor_email, subject_id, subject_email, at, details) VALUES
  ('019f8ed8-ca00-732d-91c7-15e32ffac2b3', 'person.invited', '01a1f978-b580-724a-854c-9c02ba59d52a', 'maria@fiveboroughbuilders.example', '01a1f978-b580-7290-ae27-a5e08bf98160', 'tom@fiveboroughbuilders.example', '2026-07-23T12:00:00.000+00:00', '{"role":"staff"}'),
  ('019f8f7d-9580-758d-8723-e93f8c3c706e', 'person.joined', '01a1f978-b580-7290-ae27-a5e08bf98160', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-07-23T15:00:00.000+00:00', '{"role":"staff"}'),
  ('01a02957-9200-7031-a44c-9722b8a5657f', 'person.invited', '01a1f978-b580-724a-854c-9c02ba59d52a', 'maria@fiveboroughbuilders.example', '01a1f978-b580-709c-adf5-2703f4fcb9ee', 'priya@fiveboroughbuilders.example', '2026-08-22T12:00:00.000+00:00', '{"role":"staff"}'),
  ('01a029fc-5d80-709f-b050-7994362664c2', 'person.joined', '01a1f978-b580-709c-adf5-2703f4fcb9ee', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-08-22T15:00:00.000+00:00', '{"role":"staff"}'),
  ('01a1f4c0-3680-731d-868e-baae6b060336', 'sign-in.succeeded', '01a1f978-b580-709c-adf5-2703f4fcb9ee', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-11-19T17:00:00.000+00:00', '{"by":"password"}'),
  ('01a1f866-0d00-774b-9250-2149b57f223d', 'person.invited', '01a1f978-b580-724a-854c-9c02ba59d52a', 'maria@fiveboroughbuilders.example', '01a1f866-0d00-706d-bf99-502cde6d85ee', 'noor@fiveboroughbuilders.example', '2026-11-20T10:00:00.000+00:00', '{"role":"staff"}'),
  ('01a1f90a-d880-7072-9d54-65adf2b211b0', 'sign-in.succeeded', '01a1f978-b580-7290-ae27-a5e08bf98160', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T13:00:00.000+00:00', '{"by":"password"}'),
  ('590d5d60-08bf-4729-aa00-0adf8607c2ef', 'sign-in.succeeded', '01a1f866-0d00-706d-bf99-502cde6d85ee', 'noor@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T15:00:00.000+00:00', '{"by":"password"}');

INSERT INTO totp_secrets (user_id, secret, pending_secret, pending_at, confirmed_at, last_step) VALUES
  ('01a1f866-0d00-706d-bf99-502cde6d85ee', 'da22fa5e38f142a4a6b30a393af4b5f7da22fa5e38f142a4a6b30a393af4b5f7', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 58000000);

INSERT INTO recovery_codes (id, user_id, digest, used_at, created_at) VALUES
  ('f7a7822e-f0b9-4342-8445-f77adddc0629', '01a1f866-0d00-706d-bf99-502cde6d85ee', '1a96141b63834cd0a78669f51200b89c1a96141b63834cd0a78669f51200b89c', '2026-11-20T16:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00');

INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, transports, name, backed_up, created_at, last_used_at) VALUES
  ('f7a7822e-f0b9-4342-8445-f77adddc0629', '14bc7d230db0477185c397b969f9561414bc7d230db0477185c397b969f95614', '01a1f866-0d00-706d-bf99-502cde6d85ee', '9b3eda88c3cb42a3a6f9636234991a6f9b3eda88c3cb42a3a6f9636234991a6f', '4294967295', 'internal,hybrid', 'Phone', TRUE, '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO sign_in_challenges (digest, user_id, purpose, challenge, expires_at) VALUES
  ('7bf91cfec99c4c4bae1c30a99d4bea377bf91cfec99c4c4bae1c30a99d4bea37', '01a1f866-0d00-706d-bf99-502cde6d85ee', 'second-factor', NULL, '2026-11-20T16:00:00.000+00:00');

INSERT INTO email_changes (id, user_id, from_email, to_email, created_at, confirmed_at, undone_at, expires_at, message_id) VALUES
  ('3e248f92-6b43-4b09-a6b2-9315d2166fe0', '01a1f866-0d00-706d-bf99-502cde6d85ee', 'former@example.com', 'noor@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-23T15:00:00.000+00:00', '4cbdc965-a090-4afd-b7af-abe282df9b1c');

INSERT INTO email_change_links (digest, change_id, purpose) VALUES
  ('750860873a2c4a97999ec7b05cf33188750860873a2c4a97999ec7b05cf33188', '3e248f92-6b43-4b09-a6b2-9315d2166fe0', 'undo');
