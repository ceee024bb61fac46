INSERT INTO users (id, email, password_hash, role, confirmed_at, pending_digest, created_at, new_estimates_since, notify_assigned, notify_deadlines, notify_digest, second_factor_at, invited_at, invited_by_id, name) VALUES
  ('01a1f866-0d00-7772-952d-d9c7da05274c', 'noor@fiveboroughbuilders.example', NULL, 'staff', NULL, NULL, '2026-11-20T10:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, '2026-11-20T10:00:00.000+00:00', '01a1f978-b580-723c-9bb8-fdafc2ab9dcb', 'Noor Haddad'),
  ('01a1f978-b580-723c-9bb8-fdafc2ab9dcb', 'maria@fiveboroughbuilders.example', '$2b$11$onoDUyMENnXYfMF6gOw9A.VETyC/LNf5drmLKBeOhJzGwqolWcdju', 'admin', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Maria Santos'),
  ('01a1f978-b580-72f2-830f-53be5de7e7d8', 'priya@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Priya Patel'),
  ('01a1f978-b580-7566-9bae-0e19b6935399', 'tom@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Tom Kowalski');

INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest, version, first_contact_at, outcome, outcome_reason, assignee_id, follow_up_on, due_at, quarantined_at, quarantine_reasons, spam_at, email_key, phone_digits, source, completed_at, erased_at, form_verified) VALUES
  ('01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'T57C-P6ZV', 'Wanda Gallardo', 'wanda.gallardo@example.com', '(917) 555-0163', 'commercial', 'Dental practice with four chairs. Plumbing in the slab.', 'Pelham Bay, The Bronx, NY 10461', 'flexible', '50k-100k', 7200, 'commercial', 'Please keep the original moldings and the pocket doors.', FALSE, 'new', '2026-11-20T12:36:00.000+00:00', '0daba659-faa4-4ee2-a77c-e2b7dcd40e44', 'f41uKsVd-eJ_ZpAax4KgyPd_tH9alxo-7BXCQGuQw0w', '299_60BZb22KHwV3Im0FSdQPAbaBqM-cSJEGCYnYlJg', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T12:36:00.000+00:00', NULL, NULL, NULL, 'wanda.gallardo@example.com', '9175550163', 'website', NULL, NULL, TRUE),
  ('01a1f93c-48c0-76dc-bc29-86f2cb785eef', '3KRY-CDR6', 'Dario Fontaine', 'dario.fontaine@example.com', '(718) 555-0141', 'commercial', NULL, 'Flushing, Queens, NY 11354', '1-2-months', 'over-500k', NULL, 'commercial', NULL, FALSE, 'new', '2026-11-20T13:54:00.000+00:00', '932ebf23-2456-45d9-a08b-82ea716e7032', 'q5Sa6dulBEPoTGWMvXgkzVVNIiGrrfmQ9oCfXDEencM', 'GHVSkVOaIN2QQzBRYXL7QXB2Bkjy3cHbvTDIIfU5ZcY', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T13:54:00.000+00:00', NULL, NULL, NULL, 'dario.fontaine@example.com', '7185550141', 'website', NULL, NULL, TRUE),
  ('01a1f962-bc80-766c-9b30-4772752b77cd', 'BY43-RWCV', 'Ben Corrigan', 'ben.corrigan@example.com', '(646) 555-0114', 'basement-finishing', 'Playroom and a small office. It was damp in one corner last spring.', 'Park Slope, Brooklyn, NY 11215', '6-12-months', '50k-100k', 695, 'multi-family', NULL, FALSE, 'new', '2026-11-20T14:36:00.000+00:00', '7269002c-8119-46fb-a5d3-00c6708bbfc5', 'k5FeDbZefHYyyeSnAV6ooXax8xkll116A0Rxkr_4nF8', 'aWhVCpqUCeqBocYgB3YPGVcBNvT9gRgM8Qq6aNA3pZQ', 2, NULL, 'open', NULL, '01a1f978-b580-72f2-830f-53be5de7e7d8', NULL, '2026-11-21T14:36:00.000+00:00', NULL, NULL, NULL, 'ben.corrigan@example.com', '6465550114', 'website', NULL, NULL, TRUE);

INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, claim_token, last_error, provider_id, created_at, sent_at, address) VALUES
  ('56725462-785e-4f66-b0a2-7ddf8ad9f07b', 'estimate.visitor', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '3b538c02-30d6-4dec-a1fb-64c3853ba6fb', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('6fe515d1-2bdf-4642-b28f-1eec72dd59c0', 'estimate.staff', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('733c3651-2f4f-49b2-bb08-73bce94f16a9', 'estimate.staff', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '60c7f93a-0afe-402e-ae94-daa023ffc672', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('a4d218f2-87fc-47f7-94dc-bfb3bf77edb0', 'estimate.visitor', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('bc64a51e-44df-4528-8168-67e59b2ae5b1', 'estimate.staff', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('fbdaf8ab-663c-40ed-9371-3bb702837cc1', 'estimate.visitor', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL);

INSERT INTO nudges (id, kind, user_id, subject, created_at, more_subjects) VALUES
  ('be53402b-e509-4e4c-950c-e9c0783d040f', 'nudge.digest', '01a1f866-0d00-7772-952d-d9c7da05274c', '2026-11-20', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, at, details, entry_key, actor_name) VALUES
  ('01a1f962-bc80-70a4-9042-8e0e769cd1d1', '01a1f962-bc80-766c-9b30-4772752b77cd', 'assigned', '01a1f978-b580-72f2-830f-53be5de7e7d8', 'priya@fiveboroughbuilders.example', '2026-11-20T14:36:00.000+00:00', '{"from":null,"fromId":null,"to":"Priya Patel","toId":"01a1f978-b580-72f2-830f-53be5de7e7d8","version":2}', NULL, 'Priya Patel');

INSERT INTO estimate_exports (id, actor_id, actor_email, at, actor_name) VALUES
  ('e28ee43e-fcb3-4fbd-8f82-670003dac883', '01a1f866-0d00-7772-952d-d9c7da05274c', 'noor@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_export_batches (id, export_id, first_id, last_id, estimate_ids) VALUES
  ('bc222b77-c413-4dc5-9cd8-f122a0b25a5c', 'e28ee43e-fcb3-4fbd-8f82-670003dac883', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', '01a1f962-bc80-766c-9b30-4772752b77cd', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce,01a1f93c-48c0-76dc-bc29-86f2cb785eef,01a1f962-bc80-766c-9b30-4772752b77cd');

INSERT INTO sessions (id, user_id, access_digest, access_expires_at, refresh_digest, parent_digest, parent_access_digest, refreshed_at, refresh_count, device, created_at, last_used_at, expires_at, verified_at, network, device_name) VALUES
  ('21550376-9544-4dd4-982b-12e1aa40e1be', '01a1f866-0d00-7772-952d-d9c7da05274c', '3e3868b475914a1b91e5d2987326a3ff3e3868b475914a1b91e5d2987326a3ff', '2026-11-20T16:00:00.000+00:00', '04a79e7f5a9e42ab9b9b078b5912a57e04a79e7f5a9e42ab9b9b078b5912a57e', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 0, 'Mozilla/5.0', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', '2026-12-20T15:00:00.000+00:00', NULL, '2d235ab623ce4940a43e8b0333359b3b2d235ab623ce4940a43e8b0333359b3b', NULL);

INSERT INTO email_tokens (id, digest, user_id, purpose, created_at, expires_at) VALUES
  ('01a1f866-0d00-7023-8784-b40c582495fe', 'h6IzJGtIMtAdtZQbbZfnSu36Dobplm1KrN2RkQAhYO4', '01a1f866-0d00-7772-952d-d9c7da05274c', 'invitation', '2026-11-20T10:00:00.000+00:00', '2026-11-23T10:00:00.000+00:00'),
  ('af59340e-33c5-4e4e-bfe2-12e074c78eb4', 'a04f31c7509d489195713f4b19bf279fa04f31c7509d489195713f4b19bf279f', '01a1f866-0d00-7772-952d-d9c7da05274c', 'reset', '2026-11-20T15:00:00.000+00:00', '2026-11-20T16:00:00.000+00:00');

INSERT INTO saved_views (id, owner_id, name, shared, search, created_at) VALUES
  ('af879585-c5e1-47f1-9c81-a54a7dadc4dd', '01a1f866-0d00-7772-952d-d9c7da05274c', 'Kitchens in Queens', TRUE, '{"type":"kitchen-remodel","q":"queens","view":"compact"}', '2026-11-20T15:00:00.000+00:00');

INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES
  ('369cf72b547d462c9ea5b85db5fbd0e4369cf72b547d462c9ea5b85db5fbd0e4', 3, 1, '2026-11-20T16:00:00.000+00:00');

INSERT INTO settings (name, value, created_at) VALUES
  ('password-cost', '11', '2026-11-20T15:00:00.000+00:00');

INSERT INTO audit_entries (id, kind, actor_id, actor_email, subject_id, subject_email, at, details) VALUES
  ('019f8ed8-ca00-721b-be7b-a7df997f2dfb', 'person.invited', '01a1f978-b580-723c-9bb8-fdafc2ab9dcb', 'maria@fiveboroughbuilders.example', '01a1f978-b580-7566-9bae-0e19b6935399', 'tom@fiveboroughbuilders.example', '2026-07-23T12:00:00.000+00:00', '{"role":"staff"}'),
  ('019f8f7d-9580-7134-b24c-4c16fcceca00', 'person.joined', '01a1f978-b580-7566-9bae-0e19b6935399', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-07-23T15:00:00.000+00:00', '{"role":"staff"}'),
  ('01a02957-9200-7017-a40f-d6566c20e4cc', 'person.invited', '01a1f978-b580-723c-9bb8-fdafc2ab9dcb', 'maria@fiveboroughbuilders.example', '01a1f978-b580-72f2-830f-53be5de7e7d8', 'priya@fiveboroughbuilders.example', '2026-08-22T12:00:00.000+00:00', '{"role":"staff"}'),
  ('01a029fc-5d80-76fb-b4ac-71e075fbeddb', 'person.joined', '01a1f978-b580-72f2-830f-53be5de7e7d8', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-08-22T15:00:00.000+00:00', '{"role":"staff"}'),
  ('01a1f4c0-3680-70ee-93ca-cace5d45a249', 'sign-in.succeeded', '01a1f978-b580-72f2-830f-53be5de7e7d8', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-11-19T17:00:00.000+00:00', '{"by":"password"}'),
  ('01a1f866-0d00-75e2-a40a-ff31442b58ac', 'person.invited', '01a1f978-b580-723c-9bb8-fdafc2ab9dcb', 'maria@fiveboroughbuilders.example', '01a1f866-0d00-7772-952d-d9c7da05274c', 'noor@fiveboroughbuilders.example', '2026-11-20T10:00:00.000+00:00', '{"role":"staff"}'),
  ('01a1f90a-d880-7493-b3e9-a03bbb293288', 'sign-in.succeeded', '01a1f978-b580-7566-9bae-0e19b6935399', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T13:00:00.000+00:00', '{"by":"password"}'),
  ('4a3c59f3-1332-4d8e-9135-2efcaab934c9', 'sign-in.succeeded', '01a1f866-0d00-7772-952d-d9c7da05274c', 'noor@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T15:00:00.000+00:00', '{"by":"password"}');

INSERT INTO totp_secrets (user_id, secret, pending_secret, pending_at, confirmed_at, last_step) VALUES
  ('01a1f866-0d00-7772-952d-d9c7da05274c', 'f5b3294622d34ea19b2dafd6fe840dd8f5b3294622d34ea19b2dafd6fe840dd8', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 58000000);

INSERT INTO recovery_codes (id, user_id, digest, used_at, created_at) VALUES
  ('c63c9bd5-7a89-438e-a040-19f72a303c19', '01a1f866-0d00-7772-952d-d9c7da05274c', 'addc99905dca4673b5b1927e121dbed2addc99905dca4673b5b1927e121dbed2', '2026-11-20T16:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00');

INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, transports, name, backed_up, created_at, last_used_at) VALUES
  ('c63c9bd5-7a89-438e-a040-19f72a303c19', 'e2aaad1ff6064be281d09b3fa0ba5e1fe2aaad1ff6064be281d09b3fa0ba5e1f', '01a1f866-0d00-7772-952d-d9c7da05274c', '350585faf6d84778aede957d10e9bce1350585faf6d84778aede957d10e9bce1', '4294967295', 'internal,hybrid', 'Phone', TRUE, '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO sign_in_challenges (digest, user_id, purpose, challenge, expires_at) VALUES
  ('96a18855fd074cc5abca4fa1ce79a93c96a18855fd074cc5abca4fa1ce79a93c', '01a1f866-0d00-7772-952d-d9c7da05274c', 'second-factor', NULL, '2026-11-20T16:00:00.000+00:00');

INSERT INTO email_changes (id, user_id, from_email, to_email, created_at, confirmed_at, undone_at, expires_at, message_id) VALUES
  ('759ec889-3c01-477d-a6bb-e5ae50cb83e1', '01a1f866-0d00-7772-952d-d9c7da05274c', 'former@example.com', 'noor@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-23T15:00:00.000+00:00', '3fbf0f25-3515-451e-b38d-66caf3c1e941');

INSERT INTO email_change_links (digest, change_id, purpose) VALUES
  ('15e0203c08ab422295afd941915a163815e0203c08ab422295afd941915a1638', '759ec889-3c01-477d-a6bb-e5ae50cb83e1', 'undo');
