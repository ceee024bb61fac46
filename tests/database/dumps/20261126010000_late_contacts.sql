INSERT INTO users (id, email, password_hash, role, confirmed_at, pending_digest, created_at, new_estimates_since, notify_assigned, notify_deadlines, notify_digest, second_factor_at, invited_at, invited_by_id, name) VALUES
  ('01a1f978-b580-73f8-b0db-b949f5401c65', 'tom@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Tom Kowalski'),
  ('01a1f978-b580-74b6-93b3-2341b9e881ef', 'maria@fiveboroughbuilders.example', '$2b$10$BCisrie5Y1QT4DC5VD1wQONRH.vMFX6vzTekt6r1HlXO00QoQe64K', 'admin', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Maria Santos'),
  ('01a1f978-b580-74dd-9d3b-4a50bb570bb5', 'priya@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Priya Patel');

INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest, version, first_contact_at, outcome, outcome_reason, assignee_id, follow_up_on, due_at, quarantined_at, quarantine_reasons, spam_at, email_key, phone_digits, source, completed_at, erased_at) VALUES
  ('01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'T57C-P6ZV', 'Wanda Gallardo', 'wanda.gallardo@example.com', '(917) 555-0163', 'commercial', 'Dental practice with four chairs. Plumbing in the slab.', 'Pelham Bay, The Bronx, NY 10461', 'flexible', '50k-100k', 7200, 'commercial', 'Please keep the original moldings and the pocket doors.', FALSE, 'new', '2026-11-20T12:36:00.000+00:00', '0daba659-faa4-4ee2-a77c-e2b7dcd40e44', 'f41uKsVd-eJ_ZpAax4KgyPd_tH9alxo-7BXCQGuQw0w', '299_60BZb22KHwV3Im0FSdQPAbaBqM-cSJEGCYnYlJg', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T12:36:00.000+00:00', NULL, NULL, NULL, 'wanda.gallardo@example.com', '9175550163', 'website', NULL, NULL),
  ('01a1f93c-48c0-76dc-bc29-86f2cb785eef', '3KRY-CDR6', 'Dario Fontaine', 'dario.fontaine@example.com', '(718) 555-0141', 'commercial', NULL, 'Flushing, Queens, NY 11354', '1-2-months', 'over-500k', NULL, 'commercial', NULL, FALSE, 'new', '2026-11-20T13:54:00.000+00:00', '932ebf23-2456-45d9-a08b-82ea716e7032', 'q5Sa6dulBEPoTGWMvXgkzVVNIiGrrfmQ9oCfXDEencM', 'GHVSkVOaIN2QQzBRYXL7QXB2Bkjy3cHbvTDIIfU5ZcY', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T13:54:00.000+00:00', NULL, NULL, NULL, 'dario.fontaine@example.com', '7185550141', 'website', NULL, NULL),
  ('01a1f962-bc80-766c-9b30-4772752b77cd', 'BY43-RWCV', 'Ben Corrigan', 'ben.corrigan@example.com', '(646) 555-0114', 'basement-finishing', 'Playroom and a small office. It was damp in one corner last spring.', 'Park Slope, Brooklyn, NY 11215', '6-12-months', '50k-100k', 695, 'multi-family', NULL, FALSE, 'new', '2026-11-20T14:36:00.000+00:00', '7269002c-8119-46fb-a5d3-00c6708bbfc5', 'k5FeDbZefHYyyeSnAV6ooXax8xkll116A0Rxkr_4nF8', 'aWhVCpqUCeqBocYgB3YPGVcBNvT9gRgM8Qq6aNA3pZQ', 2, NULL, 'open', NULL, '01a1f978-b580-74dd-9d3b-4a50bb570bb5', NULL, '2026-11-21T14:36:00.000+00:00', NULL, NULL, NULL, 'ben.corrigan@example.com', '6465550114', 'website', NULL, NULL);

INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, claim_token, last_error, provider_id, created_at, sent_at, address) VALUES
  ('180d2f44-f475-403b-9cbd-827df996524f', 'estimate.staff', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('5f85a768-a9ef-442b-ad31-b0beadbc1f45', 'estimate.staff', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '41e4a0ac-aec6-41fd-ae65-81d565f41545', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('6d3115f6-7e82-4634-9b23-56b4092c56df', 'estimate.visitor', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('739e1898-d1d2-4f7f-b7d7-568dd47fa0c4', 'estimate.staff', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('dc2e0b77-1618-4a47-b56e-784e9581e36d', 'estimate.visitor', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('eac94cd1-229e-4b53-82dd-6b7bf9494ad2', 'estimate.visitor', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '520aa570-0438-4527-96b6-dd591aca1081', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL);

INSERT INTO nudges (id, kind, user_id, subject, created_at, more_subjects) VALUES
  ('33f753b1-5ac7-46c3-87f1-f6b110aed875', 'nudge.digest', '01a1f978-b580-73f8-b0db-b949f5401c65', '2026-11-20', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, at, details, entry_key, actor_name) VALUES
  ('01a1f962-bc80-70a4-9042-8e0e769cd1d1', '01a1f962-bc80-766c-9b30-4772752b77cd', 'assigned', '01a1f978-b580-74dd-9d3b-4a50bb570bb5', 'priya@fiveboroughbuilders.example', '2026-11-20T14:36:00.000+00:00', '{"from":null,"fromId":null,"to":"Priya Patel","toId":"01a1f978-b580-74dd-9d3b-4a50bb570bb5","version":2}', NULL, 'Priya Patel');

INSERT INTO estimate_exports (id, actor_id, actor_email, at, actor_name) VALUES
  ('8bb26414-e523-4d21-be68-1a0a6addfc18', '01a1f978-b580-73f8-b0db-b949f5401c65', 'tom@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_export_batches (id, export_id, first_id, last_id, estimate_ids) VALUES
  ('3bc2574d-611a-47ac-9e95-08c3cc0908d8', '8bb26414-e523-4d21-be68-1a0a6addfc18', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', '01a1f962-bc80-766c-9b30-4772752b77cd', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce,01a1f93c-48c0-76dc-bc29-86f2cb785eef,01a1f962-bc80-766c-9b30-4772752b77cd');

INSERT INTO sessions (id, user_id, access_digest, access_expires_at, refresh_digest, parent_digest, parent_access_digest, refreshed_at, refresh_count, device, created_at, last_used_at, expires_at, verified_at, network) VALUES
  ('6e7274c2-5524-4053-a4e1-f60f6e1b098e', '01a1f978-b580-73f8-b0db-b949f5401c65', '57cc0c8f1e084adf8740e9816a21575957cc0c8f1e084adf8740e9816a215759', '2026-11-20T16:00:00.000+00:00', 'cdfc745016ba417e8ba9461a65151323cdfc745016ba417e8ba9461a65151323', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 0, 'Mozilla/5.0', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', '2026-12-20T15:00:00.000+00:00', NULL, '20dbb654f65d4dd187b3ee4a00871c5e20dbb654f65d4dd187b3ee4a00871c5e');

INSERT INTO email_tokens (id, digest, user_id, purpose, created_at, expires_at) VALUES
  ('7f1c2728-1451-4008-b13d-2e5410a1eaa6', '3eebdbe9174f4f319500e2361a4557443eebdbe9174f4f319500e2361a455744', '01a1f978-b580-73f8-b0db-b949f5401c65', 'reset', '2026-11-20T15:00:00.000+00:00', '2026-11-20T16:00:00.000+00:00');

INSERT INTO saved_views (id, owner_id, name, shared, search, created_at) VALUES
  ('bac8fcf2-2bda-464d-b5ee-5f1f1128d34f', '01a1f978-b580-73f8-b0db-b949f5401c65', 'Kitchens in Queens', TRUE, '{"type":"kitchen-remodel","q":"queens","view":"compact"}', '2026-11-20T15:00:00.000+00:00');

INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES
  ('b38e2b11f6a44182aef271498c691860b38e2b11f6a44182aef271498c691860', 3, 1, '2026-11-20T16:00:00.000+00:00');

INSERT INTO settings (name, value, created_at) VALUES
  ('password-cost', '10', '2026-11-20T15:00:00.000+00:00');

INSERT INTO audit_entries (id, kind, actor_id, actor_email, subject_id, subject_email, at, details) VALUES
  ('3882dcf2-f1e5-40aa-ace4-d61b8cd7c927', 'sign-in.succeeded', '01a1f978-b580-73f8-b0db-b949f5401c65', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T15:00:00.000+00:00', '{"by":"password"}');

INSERT INTO totp_secrets (user_id, secret, pending_secret, pending_at, confirmed_at, last_step) VALUES
  ('01a1f978-b580-73f8-b0db-b949f5401c65', '6347d7f99f614028ac3c03d874e431456347d7f99f614028ac3c03d874e43145', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 58000000);

INSERT INTO recovery_codes (id, user_id, digest, used_at, created_at) VALUES
  ('c305ddea-b184-42d0-9229-72cdeec19ca2', '01a1f978-b580-73f8-b0db-b949f5401c65', '4dadc7eaf2124a85813a2bd03082bb614dadc7eaf2124a85813a2bd03082bb61', '2026-11-20T16:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00');

INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, transports, name, backed_up, created_at, last_used_at) VALUES
  ('c305ddea-b184-42d0-9229-72cdeec19ca2', '98037b696596447fb8f8b614c56af57798037b696596447fb8f8b614c56af577', '01a1f978-b580-73f8-b0db-b949f5401c65', 'e498c012a49f41eabdd848849d411c87e498c012a49f41eabdd848849d411c87', '4294967295', 'internal,hybrid', 'Phone', TRUE, '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO sign_in_challenges (digest, user_id, purpose, challenge, expires_at) VALUES
  ('fecbff95023e4cc5b450ec5374379097fecbff95023e4cc5b450ec5374379097', '01a1f978-b580-73f8-b0db-b949f5401c65', 'second-factor', NULL, '2026-11-20T16:00:00.000+00:00');

INSERT INTO email_changes (id, user_id, from_email, to_email, created_at, confirmed_at, undone_at, expires_at, message_id) VALUES
  ('6b362aaa-c9d0-4b27-892b-a394c496543d', '01a1f978-b580-73f8-b0db-b949f5401c65', 'former@example.com', 'tom@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-23T15:00:00.000+00:00', '930e2bbe-6ba1-46ec-bb8b-a6f759e911ae');

INSERT INTO email_change_links (digest, change_id, purpose) VALUES
  ('534c3fa71f4a46f1b24feb62b4df0812534c3fa71f4a46f1b24feb62b4df0812', '6b362aaa-c9d0-4b27-892b-a394c496543d', 'undo');
