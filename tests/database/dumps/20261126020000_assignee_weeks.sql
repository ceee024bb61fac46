INSERT INTO users (id, email, password_hash, role, confirmed_at, pending_digest, created_at, new_estimates_since, notify_assigned, notify_deadlines, notify_digest, second_factor_at, invited_at, invited_by_id, name) VALUES
  ('01a1f866-0d00-70fc-ab5f-df0002ba0782', 'noor@fiveboroughbuilders.example', NULL, 'staff', NULL, NULL, '2026-11-20T10:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, '2026-11-20T10:00:00.000+00:00', '01a1f978-b580-71c6-a741-cc87fc97e7ec', 'Noor Haddad'),
  ('01a1f978-b580-7134-8be1-44c31c2a5249', 'tom@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Tom Kowalski'),
  ('01a1f978-b580-71c6-a741-cc87fc97e7ec', 'maria@fiveboroughbuilders.example', '$2b$11$hOlQLPoyHvTipls.2aUcS.mV373EFTXYxQCQ2p8u0jRwrIa31qwwO', 'admin', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Maria Santos'),
  ('01a1f978-b580-7297-9b1b-8e7aa1be4a73', 'priya@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Priya Patel');

INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest, version, first_contact_at, outcome, outcome_reason, assignee_id, follow_up_on, due_at, quarantined_at, quarantine_reasons, spam_at, email_key, phone_digits, source, completed_at, erased_at) VALUES
  ('01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'T57C-P6ZV', 'Wanda Gallardo', 'wanda.gallardo@example.com', '(917) 555-0163', 'commercial', 'Dental practice with four chairs. Plumbing in the slab.', 'Pelham Bay, The Bronx, NY 10461', 'flexible', '50k-100k', 7200, 'commercial', 'Please keep the original moldings and the pocket doors.', FALSE, 'new', '2026-11-20T12:36:00.000+00:00', '0daba659-faa4-4ee2-a77c-e2b7dcd40e44', 'f41uKsVd-eJ_ZpAax4KgyPd_tH9alxo-7BXCQGuQw0w', '299_60BZb22KHwV3Im0FSdQPAbaBqM-cSJEGCYnYlJg', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T12:36:00.000+00:00', NULL, NULL, NULL, 'wanda.gallardo@example.com', '9175550163', 'website', NULL, NULL),
  ('01a1f93c-48c0-76dc-bc29-86f2cb785eef', '3KRY-CDR6', 'Dario Fontaine', 'dario.fontaine@example.com', '(718) 555-0141', 'commercial', NULL, 'Flushing, Queens, NY 11354', '1-2-months', 'over-500k', NULL, 'commercial', NULL, FALSE, 'new', '2026-11-20T13:54:00.000+00:00', '932ebf23-2456-45d9-a08b-82ea716e7032', 'q5Sa6dulBEPoTGWMvXgkzVVNIiGrrfmQ9oCfXDEencM', 'GHVSkVOaIN2QQzBRYXL7QXB2Bkjy3cHbvTDIIfU5ZcY', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T13:54:00.000+00:00', NULL, NULL, NULL, 'dario.fontaine@example.com', '7185550141', 'website', NULL, NULL),
  ('01a1f962-bc80-766c-9b30-4772752b77cd', 'BY43-RWCV', 'Ben Corrigan', 'ben.corrigan@example.com', '(646) 555-0114', 'basement-finishing', 'Playroom and a small office. It was damp in one corner last spring.', 'Park Slope, Brooklyn, NY 11215', '6-12-months', '50k-100k', 695, 'multi-family', NULL, FALSE, 'new', '2026-11-20T14:36:00.000+00:00', '7269002c-8119-46fb-a5d3-00c6708bbfc5', 'k5FeDbZefHYyyeSnAV6ooXax8xkll116A0Rxkr_4nF8', 'aWhVCpqUCeqBocYgB3YPGVcBNvT9gRgM8Qq6aNA3pZQ', 2, NULL, 'open', NULL, '01a1f978-b580-7297-9b1b-8e7aa1be4a73', NULL, '2026-11-21T14:36:00.000+00:00', NULL, NULL, NULL, 'ben.corrigan@example.com', '6465550114', 'website', NULL, NULL);

INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, claim_token, last_error, provider_id, created_at, sent_at, address) VALUES
  ('444e02da-8e0e-428b-9918-b4f506a549b1', 'estimate.staff', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('87d591b2-9526-4770-8ccc-2f41e3eaf560', 'estimate.visitor', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '51cfb010-48cb-414f-a4b1-a44b9b5c1055', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('9773f39d-0867-4b8e-8a32-c76f9d640bc4', 'estimate.visitor', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('99062878-b9a6-40f9-87f2-8867be809a3e', 'estimate.staff', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, 'a29f42a8-0c80-4316-963e-bb876116d23a', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('9908765a-9d0c-4e52-99aa-38b2ec0c8825', 'estimate.staff', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('cc7cfade-bc36-46ca-8fd9-5297ca480665', 'estimate.visitor', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL);

INSERT INTO nudges (id, kind, user_id, subject, created_at, more_subjects) VALUES
  ('3ed1d987-c85d-49b1-a591-b4554b83b9a1', 'nudge.digest', '01a1f866-0d00-70fc-ab5f-df0002ba0782', '2026-11-20', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, at, details, entry_key, actor_name) VALUES
  ('01a1f962-bc80-70a4-9042-8e0e769cd1d1', '01a1f962-bc80-766c-9b30-4772752b77cd', 'assigned', '01a1f978-b580-7297-9b1b-8e7aa1be4a73', 'priya@fiveboroughbuilders.example', '2026-11-20T14:36:00.000+00:00', '{"from":null,"fromId":null,"to":"Priya Patel","toId":"01a1f978-b580-7297-9b1b-8e7aa1be4a73","version":2}', NULL, 'Priya Patel');

INSERT INTO estimate_exports (id, actor_id, actor_email, at, actor_name) VALUES
  ('69b813a1-505d-43d7-82f7-09a7476a82c4', '01a1f866-0d00-70fc-ab5f-df0002ba0782', 'noor@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_export_batches (id, export_id, first_id, last_id, estimate_ids) VALUES
  ('51963232-ccaf-49d0-86d0-3bce75384fd2', '69b813a1-505d-43d7-82f7-09a7476a82c4', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', '01a1f962-bc80-766c-9b30-4772752b77cd', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce,01a1f93c-48c0-76dc-bc29-86f2cb785eef,01a1f962-bc80-766c-9b30-4772752b77cd');

INSERT INTO sessions (id, user_id, access_digest, access_expires_at, refresh_digest, parent_digest, parent_access_digest, refreshed_at, refresh_count, device, created_at, last_used_at, expires_at, verified_at, network) VALUES
  ('bcb7c8ec-ef13-4364-9242-5d52a2a83106', '01a1f866-0d00-70fc-ab5f-df0002ba0782', 'd4ab831ccc1b44c2baf6c0d3b655d696d4ab831ccc1b44c2baf6c0d3b655d696', '2026-11-20T16:00:00.000+00:00', '062d6a93e29e4da7a6236c0daff1ca70062d6a93e29e4da7a6236c0daff1ca70', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 0, 'Mozilla/5.0', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', '2026-12-20T15:00:00.000+00:00', NULL, 'bc620c1d48604e7a867f3a763d4b2788bc620c1d48604e7a867f3a763d4b2788');

INSERT INTO email_tokens (id, digest, user_id, purpose, created_at, expires_at) VALUES
  ('01a1f866-0d00-74cc-af08-7dc58bfa134a', 'thO0E8585kL1-df2wZA0JwpdCrl5ig-dRXr5OXneSE0', '01a1f866-0d00-70fc-ab5f-df0002ba0782', 'invitation', '2026-11-20T10:00:00.000+00:00', '2026-11-23T10:00:00.000+00:00'),
  ('796cdb38-1cce-4101-b221-2b408d075c97', '4344a31da33e472eba234a2db3a0bfe64344a31da33e472eba234a2db3a0bfe6', '01a1f866-0d00-70fc-ab5f-df0002ba0782', 'reset', '2026-11-20T15:00:00.000+00:00', '2026-11-20T16:00:00.000+00:00');

INSERT INTO saved_views (id, owner_id, name, shared, search, created_at) VALUES
  ('5622d0be-7bba-4bf9-b2f8-c4ec2444a207', '01a1f866-0d00-70fc-ab5f-df0002ba0782', 'Kitchens in Queens', TRUE, '{"type":"kitchen-remodel","q":"queens","view":"compact"}', '2026-11-20T15:00:00.000+00:00');

INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES
  ('df47e53b90be48779979da51f03d3b97df47e53b90be48779979da51f03d3b97', 3, 1, '2026-11-20T16:00:00.000+00:00');

INSERT INTO settings (name, value, created_at) VALUES
  ('password-cost', '11', '2026-11-20T15:00:00.000+00:00');

INSERT INTO audit_entries (id, kind, actor_id, actor_email, subject_id, subject_email, at, details) VALUES
  ('019f8ed8-ca00-7264-874b-05280d180731', 'person.invited', '01a1f978-b580-71c6-a741-cc87fc97e7ec', 'maria@fiveboroughbuilders.example', '01a1f978-b580-7134-8be1-44c31c2a5249', 'tom@fiveboroughbuilders.example', '2026-07-23T12:00:00.000+00:00', '{"role":"staff"}'),
  ('019f8f7d-9580-7398-8655-d125ff371f8f', 'person.joined', '01a1f978-b580-7134-8be1-44c31c2a5249', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-07-23T15:00:00.000+00:00', '{"role":"staff"}'),
  ('01a02957-9200-77f7-b70a-d8ae0492e2de', 'person.invited', '01a1f978-b580-71c6-a741-cc87fc97e7ec', 'maria@fiveboroughbuilders.example', '01a1f978-b580-7297-9b1b-8e7aa1be4a73', 'priya@fiveboroughbuilders.example', '2026-08-22T12:00:00.000+00:00', '{"role":"staff"}'),
  ('01a029fc-5d80-757a-b5a9-02e341ec7824', 'person.joined', '01a1f978-b580-7297-9b1b-8e7aa1be4a73', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-08-22T15:00:00.000+00:00', '{"role":"staff"}'),
  ('01a1f4c0-3680-7131-8d18-83689a7e470e', 'sign-in.succeeded', '01a1f978-b580-7297-9b1b-8e7aa1be4a73', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-11-19T17:00:00.000+00:00', '{"by":"password"}'),
  ('01a1f866-0d00-72b8-9971-872ef98d3a65', 'person.invited', '01a1f978-b580-71c6-a741-cc87fc97e7ec', 'maria@fiveboroughbuilders.example', '01a1f866-0d00-70fc-ab5f-df0002ba0782', 'noor@fiveboroughbuilders.example', '2026-11-20T10:00:00.000+00:00', '{"role":"staff"}'),
  ('01a1f90a-d880-71ee-ae45-9bb3d7f271d8', 'sign-in.succeeded', '01a1f978-b580-7134-8be1-44c31c2a5249', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T13:00:00.000+00:00', '{"by":"password"}'),
  ('4eff92e6-611f-46a3-8212-7499f0657d9d', 'sign-in.succeeded', '01a1f866-0d00-70fc-ab5f-df0002ba0782', 'noor@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T15:00:00.000+00:00', '{"by":"password"}');

INSERT INTO totp_secrets (user_id, secret, pending_secret, pending_at, confirmed_at, last_step) VALUES
  ('01a1f866-0d00-70fc-ab5f-df0002ba0782', 'ba6508f5bb0040978a9ca5a18997a2d1ba6508f5bb0040978a9ca5a18997a2d1', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 58000000);

INSERT INTO recovery_codes (id, user_id, digest, used_at, created_at) VALUES
  ('087a4465-c246-4adc-898a-f087e96c76f5', '01a1f866-0d00-70fc-ab5f-df0002ba0782', '4491b38795f941dc86267dfb531d80244491b38795f941dc86267dfb531d8024', '2026-11-20T16:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00');

INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, transports, name, backed_up, created_at, last_used_at) VALUES
  ('087a4465-c246-4adc-898a-f087e96c76f5', '48ab5b2366764d839a87b7427936092748ab5b2366764d839a87b74279360927', '01a1f866-0d00-70fc-ab5f-df0002ba0782', 'df61a034e8aa49d2be8ba2fbe4e81523df61a034e8aa49d2be8ba2fbe4e81523', '4294967295', 'internal,hybrid', 'Phone', TRUE, '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO sign_in_challenges (digest, user_id, purpose, challenge, expires_at) VALUES
  ('c1cae635026941f8a005767d6b7d43c6c1cae635026941f8a005767d6b7d43c6', '01a1f866-0d00-70fc-ab5f-df0002ba0782', 'second-factor', NULL, '2026-11-20T16:00:00.000+00:00');

INSERT INTO email_changes (id, user_id, from_email, to_email, created_at, confirmed_at, undone_at, expires_at, message_id) VALUES
  ('8ea8d0ee-ee10-4427-a843-f4adbd3b6815', '01a1f866-0d00-70fc-ab5f-df0002ba0782', 'former@example.com', 'noor@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-23T15:00:00.000+00:00', 'e2ace7da-939c-4bf8-a556-3a382f9623b6');

INSERT INTO email_change_links (digest, change_id, purpose) VALUES
  ('e6ae20bf5326449987e20cf794fa393ce6ae20bf5326449987e20cf794fa393c', '8ea8d0ee-ee10-4427-a843-f4adbd3b6815', 'undo');
