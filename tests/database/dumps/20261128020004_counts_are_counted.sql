INSERT INTO users (id, email, password_hash, role, confirmed_at, pending_digest, created_at, new_estimates_since, notify_assigned, notify_deadlines, notify_digest, second_factor_at, invited_at, invited_by_id, name) VALUES
  ('01a1f866-0d00-758f-9c3d-8513a0dbc6fd', 'noor@fiveboroughbuilders.example', NULL, 'staff', NULL, NULL, '2026-11-20T10:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, '2026-11-20T10:00:00.000+00:00', '01a1f978-b580-74db-a420-550c62cae24e', 'Noor Haddad'),
  ('01a1f978-b580-72ab-b2a6-fc00204cca9e', 'priya@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Priya Patel'),
  ('01a1f978-b580-74db-a420-550c62cae24e', 'maria@fiveboroughbuilders.example', '$2b$11$KBKttcJRdAiul7VTVGIsguudCMk91dUr24IJT/lVF/Td9xWhIquKm', 'admin', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Maria Santos'),
  ('01a1f978-b580-7787-b625-5ce4e75fe164', 'tom@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Tom Kowalski');

INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest, version, first_contact_at, outcome, outcome_reason, assignee_id, follow_up_on, due_at, quarantined_at, quarantine_reasons, spam_at, email_key, phone_digits, source, completed_at, erased_at, form_verified) VALUES
  ('01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'T57C-P6ZV', 'Wanda Gallardo', 'wanda.gallardo@example.com', '(917) 555-0163', 'commercial', 'Dental practice with four chairs. Plumbing in the slab.', 'Pelham Bay, The Bronx, NY 10461', 'flexible', '50k-100k', 7200, 'commercial', 'Please keep the original moldings and the pocket doors.', FALSE, 'new', '2026-11-20T12:36:00.000+00:00', '0daba659-faa4-4ee2-a77c-e2b7dcd40e44', 'f41uKsVd-eJ_ZpAax4KgyPd_tH9alxo-7BXCQGuQw0w', '299_60BZb22KHwV3Im0FSdQPAbaBqM-cSJEGCYnYlJg', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T12:36:00.000+00:00', NULL, NULL, NULL, 'wanda.gallardo@example.com', '9175550163', 'website', NULL, NULL, TRUE),
  ('01a1f93c-48c0-76dc-bc29-86f2cb785eef', '3KRY-CDR6', 'Dario Fontaine', 'dario.fontaine@example.com', '(718) 555-0141', 'commercial', NULL, 'Flushing, Queens, NY 11354', '1-2-months', 'over-500k', NULL, 'commercial', NULL, FALSE, 'new', '2026-11-20T13:54:00.000+00:00', '932ebf23-2456-45d9-a08b-82ea716e7032', 'q5Sa6dulBEPoTGWMvXgkzVVNIiGrrfmQ9oCfXDEencM', 'GHVSkVOaIN2QQzBRYXL7QXB2Bkjy3cHbvTDIIfU5ZcY', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T13:54:00.000+00:00', NULL, NULL, NULL, 'dario.fontaine@example.com', '7185550141', 'website', NULL, NULL, TRUE),
  ('01a1f962-bc80-766c-9b30-4772752b77cd', 'BY43-RWCV', 'Ben Corrigan', 'ben.corrigan@example.com', '(646) 555-0114', 'basement-finishing', 'Playroom and a small office. It was damp in one corner last spring.', 'Park Slope, Brooklyn, NY 11215', '6-12-months', '50k-100k', 695, 'multi-family', NULL, FALSE, 'new', '2026-11-20T14:36:00.000+00:00', '7269002c-8119-46fb-a5d3-00c6708bbfc5', 'k5FeDbZefHYyyeSnAV6ooXax8xkll116A0Rxkr_4nF8', 'aWhVCpqUCeqBocYgB3YPGVcBNvT9gRgM8Qq6aNA3pZQ', 2, NULL, 'open', NULL, '01a1f978-b580-72ab-b2a6-fc00204cca9e', NULL, '2026-11-21T14:36:00.000+00:00', NULL, NULL, NULL, 'ben.corrigan@example.com', '6465550114', 'website', NULL, NULL, TRUE);

INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, claim_token, last_error, provider_id, created_at, sent_at, address) VALUES
  ('29a1f759-5b88-43d6-9d7e-fc5839354d51', 'estimate.visitor', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '96bf4b43-518e-42cb-96bf-a6ff5989580b', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('53d71fc8-09ea-4bb0-a8b2-ece0eed1c0eb', 'estimate.visitor', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('62787dbb-c0a1-4501-a4a5-3806448c66b7', 'estimate.visitor', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('ae38b055-9788-4624-a1b0-f508ae45eedf', 'estimate.staff', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('b48309a3-3c8a-4828-83c3-68f2f64a9c64', 'estimate.staff', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('db924cff-d76a-4300-b19c-51120af2b064', 'estimate.staff', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '176b96b8-f30e-4c09-a475-a14baccea08e', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL);

INSERT INTO nudges (id, kind, user_id, subject, created_at, more_subjects) VALUES
  ('67e6e378-06c2-4c88-9233-e7fd1d87c289', 'nudge.digest', '01a1f866-0d00-758f-9c3d-8513a0dbc6fd', '2026-11-20', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, at, details, entry_key, actor_name) VALUES
  ('01a1f962-bc80-70a4-9042-8e0e769cd1d1', '01a1f962-bc80-766c-9b30-4772752b77cd', 'assigned', '01a1f978-b580-72ab-b2a6-fc00204cca9e', 'priya@fiveboroughbuilders.example', '2026-11-20T14:36:00.000+00:00', '{"from":null,"fromId":null,"to":"Priya Patel","toId":"01a1f978-b580-72ab-b2a6-fc00204cca9e","version":2}', NULL, 'Priya Patel');

INSERT INTO estimate_exports (id, actor_id, actor_email, at, actor_name) VALUES
  ('c870b39e-098a-4d2f-b381-581eb957b122', '01a1f866-0d00-758f-9c3d-8513a0dbc6fd', 'noor@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_export_batches (id, export_id, first_id, last_id, estimate_ids) VALUES
  ('97e6b647-3f44-41fe-a9dc-f967b9657e52', 'c870b39e-098a-4d2f-b381-581eb957b122', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', '01a1f962-bc80-766c-9b30-4772752b77cd', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce,01a1f93c-48c0-76dc-bc29-86f2cb785eef,01a1f962-bc80-766c-9b30-4772752b77cd');

INSERT INTO sessions (id, user_id, access_digest, access_expires_at, refresh_digest, parent_digest, parent_access_digest, refreshed_at, refresh_count, device, created_at, last_used_at, expires_at, verified_at, network, device_name) VALUES
  ('38636e92-ebf9-4936-a4de-80c360bf557d', '01a1f866-0d00-758f-9c3d-8513a0dbc6fd', '4da4987ae59e4b0b8a272813e3ddc0f74da4987ae59e4b0b8a272813e3ddc0f7', '2026-11-20T16:00:00.000+00:00', '9356c9c379864ba6b920f8f8acf265249356c9c379864ba6b920f8f8acf26524', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 0, 'Mozilla/5.0', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', '2026-12-20T15:00:00.000+00:00', NULL, 'cf38880e313b476ebacc539d9c24c334cf38880e313b476ebacc539d9c24c334', NULL);

INSERT INTO email_tokens (id, digest, user_id, purpose, created_at, expires_at) VALUES
  ('01a1f866-0d00-77cd-a7e5-aec803711656', '9KH1I5Zrh3vuUTyME3mW4CZ-B9F_cKy-ygniX6P2nWM', '01a1f866-0d00-758f-9c3d-8513a0dbc6fd', 'invitation', '2026-11-20T10:00:00.000+00:00', '2026-11-23T10:00:00.000+00:00'),
  ('f60c412f-1af5-4385-9842-1b91369e3bd2', 'a6be7008cccb454b91eccf1172705966a6be7008cccb454b91eccf1172705966', '01a1f866-0d00-758f-9c3d-8513a0dbc6fd', 'reset', '2026-11-20T15:00:00.000+00:00', '2026-11-20T16:00:00.000+00:00');

INSERT INTO saved_views (id, owner_id, name, shared, search, created_at) VALUES
  ('cd79b584-6a65-4047-b06d-5990e4dc32e4', '01a1f866-0d00-758f-9c3d-8513a0dbc6fd', 'Kitchens in Queens', TRUE, '{"type":"kitchen-remodel","q":"queens","view":"compact"}', '2026-11-20T15:00:00.000+00:00');

INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES
  ('708f9899729e47ca92a9c64355d327f0708f9899729e47ca92a9c64355d327f0', 3, 1, '2026-11-20T16:00:00.000+00:00');

INSERT INTO settings (name, value, created_at) VALUES
  ('password-cost', '11', '2026-11-20T15:00:00.000+00:00');

INSERT INTO audit_entries (id, kind, actor_id, actor_email, subject_id, subject_email, at, details) VALUES
  ('019f8ed8-ca00-76c9-ac4c-2550a5c0dc81', 'person.invited', '01a1f978-b580-74db-a420-550c62cae24e', 'maria@fiveboroughbuilders.example', '01a1f978-b580-7787-b625-5ce4e75fe164', 'tom@fiveboroughbuilders.example', '2026-07-23T12:00:00.000+00:00', '{"role":"staff"}'),
  ('019f8f7d-9580-7257-95db-b3cb3f62496d', 'person.joined', '01a1f978-b580-7787-b625-5ce4e75fe164', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-07-23T15:00:00.000+00:00', '{"role":"staff"}'),
  ('01a02957-9200-7600-8d2b-639b44ee9058', 'person.invited', '01a1f978-b580-74db-a420-550c62cae24e', 'maria@fiveboroughbuilders.example', '01a1f978-b580-72ab-b2a6-fc00204cca9e', 'priya@fiveboroughbuilders.example', '2026-08-22T12:00:00.000+00:00', '{"role":"staff"}'),
  ('01a029fc-5d80-763a-a5ad-d24881702151', 'person.joined', '01a1f978-b580-72ab-b2a6-fc00204cca9e', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-08-22T15:00:00.000+00:00', '{"role":"staff"}'),
  ('01a1f4c0-3680-729f-8ff4-ed025009566e', 'sign-in.succeeded', '01a1f978-b580-72ab-b2a6-fc00204cca9e', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-11-19T17:00:00.000+00:00', '{"by":"password"}'),
  ('01a1f866-0d00-7751-b833-8f698c7c46d4', 'person.invited', '01a1f978-b580-74db-a420-550c62cae24e', 'maria@fiveboroughbuilders.example', '01a1f866-0d00-758f-9c3d-8513a0dbc6fd', 'noor@fiveboroughbuilders.example', '2026-11-20T10:00:00.000+00:00', '{"role":"staff"}'),
  ('01a1f90a-d880-7087-9d9b-9552afac97a9', 'sign-in.succeeded', '01a1f978-b580-7787-b625-5ce4e75fe164', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T13:00:00.000+00:00', '{"by":"password"}'),
  ('ec5f48e1-526d-4c92-bd38-9ea2353ff754', 'sign-in.succeeded', '01a1f866-0d00-758f-9c3d-8513a0dbc6fd', 'noor@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T15:00:00.000+00:00', '{"by":"password"}');

INSERT INTO totp_secrets (user_id, secret, pending_secret, pending_at, confirmed_at, last_step) VALUES
  ('01a1f866-0d00-758f-9c3d-8513a0dbc6fd', '8abb9a58e6df4b9fb7bea124c98ff9ab8abb9a58e6df4b9fb7bea124c98ff9ab', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 58000000);

INSERT INTO recovery_codes (id, user_id, digest, used_at, created_at) VALUES
  ('24db0289-d80c-4f5e-92aa-da7794c7b766', '01a1f866-0d00-758f-9c3d-8513a0dbc6fd', '27af0bdc7b2e47be898f1ae4e5847aaf27af0bdc7b2e47be898f1ae4e5847aaf', '2026-11-20T16:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00');

INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, transports, name, backed_up, created_at, last_used_at) VALUES
  ('24db0289-d80c-4f5e-92aa-da7794c7b766', '4ebb515bc6574311829d19e97becf9f34ebb515bc6574311829d19e97becf9f3', '01a1f866-0d00-758f-9c3d-8513a0dbc6fd', '520d9cf2b50b4893a48c8bf1adf56598520d9cf2b50b4893a48c8bf1adf56598', '4294967295', 'internal,hybrid', 'Phone', TRUE, '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO sign_in_challenges (digest, user_id, purpose, challenge, expires_at) VALUES
  ('bdc1a67d8313489db21abae9cf4f8f5abdc1a67d8313489db21abae9cf4f8f5a', '01a1f866-0d00-758f-9c3d-8513a0dbc6fd', 'second-factor', NULL, '2026-11-20T16:00:00.000+00:00');

INSERT INTO email_changes (id, user_id, from_email, to_email, created_at, confirmed_at, undone_at, expires_at, message_id) VALUES
  ('0c14f1bd-e57f-4ddf-810a-6948c19f127d', '01a1f866-0d00-758f-9c3d-8513a0dbc6fd', 'former@example.com', 'noor@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-23T15:00:00.000+00:00', '40e72cc3-3e49-4610-a642-0b37e5e64121');

INSERT INTO email_change_links (digest, change_id, purpose) VALUES
  ('cc23cc0a4a2b4717b36d7b8001766e39cc23cc0a4a2b4717b36d7b8001766e39', '0c14f1bd-e57f-4ddf-810a-6948c19f127d', 'undo');
