INSERT INTO users (id, email, password_hash, role, confirmed_at, pending_digest, created_at, new_estimates_since, notify_assigned, notify_deadlines, notify_digest, second_factor_at) VALUES
  ('01a1f978-b580-7240-9ef1-d233e9670a09', 'maria@fiveboroughbuilders.example', '$2b$10$1adNpFA.yr4vCggGsVHQZuZRZo6U9u2hKeusE/4XjTJHVPKxUxo0i', 'admin', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL),
  ('01a1f978-b580-730a-aa44-f1b5b37424ce', 'tom@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL),
  ('01a1f978-b580-73e1-be2d-f47973d544ad', 'priya@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL);

INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest, version, first_contact_at, outcome, outcome_reason, assignee_id, follow_up_on, due_at, quarantined_at, quarantine_reasons, spam_at, email_key, phone_digits, source, completed_at, erased_at) VALUES
  ('01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'T57C-P6ZV', 'Wanda Gallardo', 'wanda.gallardo@example.com', '(917) 555-0163', 'commercial', 'Dental practice with four chairs. Plumbing in the slab.', 'Pelham Bay, The Bronx, NY 10461', 'flexible', '50k-100k', 7200, 'commercial', 'Please keep the original moldings and the pocket doors.', FALSE, 'new', '2026-11-20T12:36:00.000+00:00', '0daba659-faa4-4ee2-a77c-e2b7dcd40e44', 'f41uKsVd-eJ_ZpAax4KgyPd_tH9alxo-7BXCQGuQw0w', '299_60BZb22KHwV3Im0FSdQPAbaBqM-cSJEGCYnYlJg', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T12:36:00.000+00:00', NULL, NULL, NULL, 'wanda.gallardo@example.com', '9175550163', 'website', NULL, NULL),
  ('01a1f93c-48c0-76dc-bc29-86f2cb785eef', '3KRY-CDR6', 'Dario Fontaine', 'dario.fontaine@example.com', '(718) 555-0141', 'commercial', NULL, 'Flushing, Queens, NY 11354', '1-2-months', 'over-500k', NULL, 'commercial', NULL, FALSE, 'new', '2026-11-20T13:54:00.000+00:00', '932ebf23-2456-45d9-a08b-82ea716e7032', 'q5Sa6dulBEPoTGWMvXgkzVVNIiGrrfmQ9oCfXDEencM', 'GHVSkVOaIN2QQzBRYXL7QXB2Bkjy3cHbvTDIIfU5ZcY', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T13:54:00.000+00:00', NULL, NULL, NULL, 'dario.fontaine@example.com', '7185550141', 'website', NULL, NULL),
  ('01a1f962-bc80-766c-9b30-4772752b77cd', 'BY43-RWCV', 'Ben Corrigan', 'ben.corrigan@example.com', '(646) 555-0114', 'basement-finishing', 'Playroom and a small office. It was damp in one corner last spring.', 'Park Slope, Brooklyn, NY 11215', '6-12-months', '50k-100k', 695, 'multi-family', NULL, FALSE, 'new', '2026-11-20T14:36:00.000+00:00', '7269002c-8119-46fb-a5d3-00c6708bbfc5', 'k5FeDbZefHYyyeSnAV6ooXax8xkll116A0Rxkr_4nF8', 'aWhVCpqUCeqBocYgB3YPGVcBNvT9gRgM8Qq6aNA3pZQ', 2, NULL, 'open', NULL, '01a1f978-b580-73e1-be2d-f47973d544ad', NULL, '2026-11-21T14:36:00.000+00:00', NULL, NULL, NULL, 'ben.corrigan@example.com', '6465550114', 'website', NULL, NULL);

INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, claim_token, last_error, provider_id, created_at, sent_at, address) VALUES
  ('0e619435-f152-4363-9156-eda362ed2af6', 'estimate.staff', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('255e2051-b301-46d8-b83f-00dcd96bc0d2', 'estimate.staff', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('326b4e50-c829-4936-9be7-75aeffc6fd51', 'estimate.staff', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '9842fc0f-3825-4cea-9b90-f423b89fbc9b', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('4df85bc5-26b0-4e12-a10f-a5b3aac42370', 'estimate.visitor', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('6281aa17-8f1e-48fc-bcca-2c59c6fb1448', 'estimate.visitor', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('b1ae3c71-905d-4761-9515-6b188d21c128', 'estimate.visitor', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, 'c0960e9d-a17a-44c5-a01b-4b073b046d30', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL);

INSERT INTO nudges (id, kind, user_id, subject, created_at) VALUES
  ('f0b66d11-446b-4539-a485-b87421ad1604', 'nudge.digest', '01a1f978-b580-7240-9ef1-d233e9670a09', '2026-11-20', '2026-11-20T15:00:00.000+00:00');

INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, at, details, entry_key) VALUES
  ('01a1f962-bc80-70a4-9042-8e0e769cd1d1', '01a1f962-bc80-766c-9b30-4772752b77cd', 'assigned', '01a1f978-b580-73e1-be2d-f47973d544ad', 'priya@fiveboroughbuilders.example', '2026-11-20T14:36:00.000+00:00', '{"from":null,"to":"priya@fiveboroughbuilders.example","version":2}', NULL);

INSERT INTO estimate_exports (id, actor_id, actor_email, at) VALUES
  ('f8dac0ce-0081-403c-9033-cef82fe41422', '01a1f978-b580-7240-9ef1-d233e9670a09', 'maria@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00');

INSERT INTO estimate_export_batches (id, export_id, first_id, last_id, estimate_ids) VALUES
  ('e4f130c9-9af9-47a1-9bd0-68d94f7851e3', 'f8dac0ce-0081-403c-9033-cef82fe41422', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', '01a1f962-bc80-766c-9b30-4772752b77cd', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce,01a1f93c-48c0-76dc-bc29-86f2cb785eef,01a1f962-bc80-766c-9b30-4772752b77cd');

INSERT INTO sessions (id, user_id, access_digest, access_expires_at, refresh_digest, parent_digest, parent_access_digest, refreshed_at, refresh_count, device, created_at, last_used_at, expires_at, verified_at) VALUES
  ('50b2cd77-6433-42be-bf34-f78a514536ee', '01a1f978-b580-7240-9ef1-d233e9670a09', '20e3ca1925f64394a66ee5cba056da0120e3ca1925f64394a66ee5cba056da01', '2026-11-20T16:00:00.000+00:00', '5e4ab40132e34e92bf545f0f83fe51175e4ab40132e34e92bf545f0f83fe5117', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 0, 'Mozilla/5.0', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', '2026-12-20T15:00:00.000+00:00', NULL);

INSERT INTO email_tokens (id, digest, user_id, purpose, created_at, expires_at) VALUES
  ('b32a70ac-ad88-4fb7-8783-609f77154d85', 'e9c5bc40fa1941a4af15b5a9d98a9ff9e9c5bc40fa1941a4af15b5a9d98a9ff9', '01a1f978-b580-7240-9ef1-d233e9670a09', 'reset', '2026-11-20T15:00:00.000+00:00', '2026-11-20T16:00:00.000+00:00');

INSERT INTO saved_views (id, owner_id, name, shared, search, created_at) VALUES
  ('dea460cf-9b75-41ea-a9bc-77ca6719bcfd', '01a1f978-b580-7240-9ef1-d233e9670a09', 'Kitchens in Queens', TRUE, '{"type":"kitchen-remodel","q":"queens","view":"compact"}', '2026-11-20T15:00:00.000+00:00');

INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES
  ('947e0c24ed614eb7a40eb63f141ddd2c947e0c24ed614eb7a40eb63f141ddd2c', 3, 1, '2026-11-20T16:00:00.000+00:00');

INSERT INTO settings (name, value, created_at) VALUES
  ('password-cost', '10', '2026-11-20T15:00:00.000+00:00');

INSERT INTO audit_entries (id, kind, actor_id, actor_email, subject_id, subject_email, at, details) VALUES
  ('bc14dcd9-cd93-4152-ba1a-861c4b1160f2', 'sign-in.succeeded', '01a1f978-b580-7240-9ef1-d233e9670a09', 'maria@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T15:00:00.000+00:00', '{"by":"password"}');

INSERT INTO totp_secrets (user_id, secret, pending_secret, pending_at, confirmed_at, last_step) VALUES
  ('01a1f978-b580-7240-9ef1-d233e9670a09', '867d8121eecf42878e4a38de0ad4da8a867d8121eecf42878e4a38de0ad4da8a', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 58000000);

INSERT INTO recovery_codes (id, user_id, digest, used_at, created_at) VALUES
  ('78d385c8-78ee-4cfb-a8a8-f7120659705b', '01a1f978-b580-7240-9ef1-d233e9670a09', 'c83415208ee545238fb5d83592a758ebc83415208ee545238fb5d83592a758eb', '2026-11-20T16:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00');

INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, transports, name, backed_up, created_at, last_used_at) VALUES
  ('78d385c8-78ee-4cfb-a8a8-f7120659705b', '837cafee3d4040bbad615e8e3087cc5a837cafee3d4040bbad615e8e3087cc5a', '01a1f978-b580-7240-9ef1-d233e9670a09', '0c2260d80dff45689b521fa1ef28d5660c2260d80dff45689b521fa1ef28d566', '4294967295', 'internal,hybrid', 'Phone', TRUE, '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO sign_in_challenges (digest, user_id, purpose, challenge, expires_at) VALUES
  ('a395ff3af5624fe7a471540a1194f373a395ff3af5624fe7a471540a1194f373', '01a1f978-b580-7240-9ef1-d233e9670a09', 'second-factor', NULL, '2026-11-20T16:00:00.000+00:00');
