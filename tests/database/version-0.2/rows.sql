INSERT INTO users (id, email, password_hash, role, confirmed_at, pending_digest, created_at, new_estimates_since, notify_assigned, notify_deadlines, notify_digest, second_factor_at, invited_at, invited_by_id, name) VALUES
  ('01a1f866-0d00-7274-bf78-2855881db8e4', 'noor@fiveboroughbuilders.example', NULL, 'staff', NULL, NULL, '2026-11-20T10:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, '2026-11-20T10:00:00.000+00:00', '01a1f978-b580-7209-9666-6de93e3b732e', 'Noor Haddad'),
  ('01a1f978-b580-7209-9666-6de93e3b732e', 'maria@fiveboroughbuilders.example', '$2b$11$4qNt7GHRs.HLALw091P.jeVGgPZo3fDVdoyJDVNdF6VzDCxIwjJyu', 'admin', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Maria Santos'),
  ('01a1f978-b580-7283-9ae5-8fc4ee8e39cd', 'tom@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Tom Kowalski'),
  ('01a1f978-b580-74c1-9804-34803033fcb3', 'priya@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Priya Patel');

INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest, version, first_contact_at, outcome, outcome_reason, assignee_id, follow_up_on, due_at, quarantined_at, quarantine_reasons, spam_at, email_key, phone_digits, source, completed_at, erased_at) VALUES
  ('01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'T57C-P6ZV', 'Wanda Gallardo', 'wanda.gallardo@example.com', '(917) 555-0163', 'commercial', 'Dental practice with four chairs. Plumbing in the slab.', 'Pelham Bay, The Bronx, NY 10461', 'flexible', '50k-100k', 7200, 'commercial', 'Please keep the original moldings and the pocket doors.', FALSE, 'new', '2026-11-20T12:36:00.000+00:00', '0daba659-faa4-4ee2-a77c-e2b7dcd40e44', 'f41uKsVd-eJ_ZpAax4KgyPd_tH9alxo-7BXCQGuQw0w', '299_60BZb22KHwV3Im0FSdQPAbaBqM-cSJEGCYnYlJg', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T12:36:00.000+00:00', NULL, NULL, NULL, 'wanda.gallardo@example.com', '9175550163', 'website', NULL, NULL),
  ('01a1f93c-48c0-76dc-bc29-86f2cb785eef', '3KRY-CDR6', 'Dario Fontaine', 'dario.fontaine@example.com', '(718) 555-0141', 'commercial', NULL, 'Flushing, Queens, NY 11354', '1-2-months', 'over-500k', NULL, 'commercial', NULL, FALSE, 'new', '2026-11-20T13:54:00.000+00:00', '932ebf23-2456-45d9-a08b-82ea716e7032', 'q5Sa6dulBEPoTGWMvXgkzVVNIiGrrfmQ9oCfXDEencM', 'GHVSkVOaIN2QQzBRYXL7QXB2Bkjy3cHbvTDIIfU5ZcY', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T13:54:00.000+00:00', NULL, NULL, NULL, 'dario.fontaine@example.com', '7185550141', 'website', NULL, NULL),
  ('01a1f962-bc80-766c-9b30-4772752b77cd', 'BY43-RWCV', 'Ben Corrigan', 'ben.corrigan@example.com', '(646) 555-0114', 'basement-finishing', 'Playroom and a small office. It was damp in one corner last spring.', 'Park Slope, Brooklyn, NY 11215', '6-12-months', '50k-100k', 695, 'multi-family', NULL, FALSE, 'new', '2026-11-20T14:36:00.000+00:00', '7269002c-8119-46fb-a5d3-00c6708bbfc5', 'k5FeDbZefHYyyeSnAV6ooXax8xkll116A0Rxkr_4nF8', 'aWhVCpqUCeqBocYgB3YPGVcBNvT9gRgM8Qq6aNA3pZQ', 2, NULL, 'open', NULL, '01a1f978-b580-74c1-9804-34803033fcb3', NULL, '2026-11-21T14:36:00.000+00:00', NULL, NULL, NULL, 'ben.corrigan@example.com', '6465550114', 'website', NULL, NULL);

INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, claim_token, last_error, provider_id, created_at, sent_at, address) VALUES
  ('30152fc7-a7f7-4ed0-b8f0-dccf1f90f467', 'estimate.visitor', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('3dcdcdd4-d35b-4d27-acb3-514258303a62', 'estimate.staff', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('78e96805-0a6e-4cdd-8590-1e9e0cf23368', 'estimate.staff', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '888bfe2a-dd87-4574-9b79-2d246cb6b8ba', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('88c32d64-5e4e-4d1f-85eb-a790ceeb114d', 'estimate.staff', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('a6c0c2a5-ebe4-4b24-97b9-83f0792ae78f', 'estimate.visitor', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('c00da157-7678-4a86-a794-56099b7318ea', 'estimate.visitor', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '6f91c0dc-7368-44b2-85b2-e3936d947dbb', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL);

INSERT INTO nudges (id, kind, user_id, subject, created_at, more_subjects) VALUES
  ('922586d0-160f-4dd4-9baa-a5e039f54109', 'nudge.digest', '01a1f866-0d00-7274-bf78-2855881db8e4', '2026-11-20', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, at, details, entry_key, actor_name) VALUES
  ('01a1f962-bc80-70a4-9042-8e0e769cd1d1', '01a1f962-bc80-766c-9b30-4772752b77cd', 'assigned', '01a1f978-b580-74c1-9804-34803033fcb3', 'priya@fiveboroughbuilders.example', '2026-11-20T14:36:00.000+00:00', '{"from":null,"fromId":null,"to":"Priya Patel","toId":"01a1f978-b580-74c1-9804-34803033fcb3","version":2}', NULL, 'Priya Patel');

INSERT INTO estimate_exports (id, actor_id, actor_email, at, actor_name) VALUES
  ('03df65ec-7e32-49c3-bb60-b74197876515', '01a1f866-0d00-7274-bf78-2855881db8e4', 'noor@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_export_batches (id, export_id, first_id, last_id, estimate_ids) VALUES
  ('fd38ed3d-2819-488c-9e7b-11aa5cfc258d', '03df65ec-7e32-49c3-bb60-b74197876515', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', '01a1f962-bc80-766c-9b30-4772752b77cd', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce,01a1f93c-48c0-76dc-bc29-86f2cb785eef,01a1f962-bc80-766c-9b30-4772752b77cd');

INSERT INTO sessions (id, user_id, access_digest, access_expires_at, refresh_digest, parent_digest, parent_access_digest, refreshed_at, refresh_count, device, created_at, last_used_at, expires_at, verified_at, network) VALUES
  ('f361bbcb-cf36-4ccd-9680-782f05638bb7', '01a1f866-0d00-7274-bf78-2855881db8e4', '8930eba630f64eb18f9b02cc223968e28930eba630f64eb18f9b02cc223968e2', '2026-11-20T16:00:00.000+00:00', 'f774e2417c404e17a5670bb5e9c85839f774e2417c404e17a5670bb5e9c85839', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 0, 'Mozilla/5.0', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', '2026-12-20T15:00:00.000+00:00', NULL, '371f6048f62b4b49adfe001169a09f2f371f6048f62b4b49adfe001169a09f2f');

INSERT INTO email_tokens (id, digest, user_id, purpose, created_at, expires_at) VALUES
  ('01a1f866-0d00-7249-93b0-3e413a1581ee', 'l0aaKdXpA7t0vJrVOMk380k0th4CEFKIKcb09E-dY9M', '01a1f866-0d00-7274-bf78-2855881db8e4', 'invitation', '2026-11-20T10:00:00.000+00:00', '2026-11-23T10:00:00.000+00:00'),
  ('a25448f2-53b3-4784-8a93-4e8e6a99de85', 'a1fefcd898984ba7ac3477975ec4f5e6a1fefcd898984ba7ac3477975ec4f5e6', '01a1f866-0d00-7274-bf78-2855881db8e4', 'reset', '2026-11-20T15:00:00.000+00:00', '2026-11-20T16:00:00.000+00:00');

INSERT INTO saved_views (id, owner_id, name, shared, search, created_at) VALUES
  ('801168ed-3dd3-44b8-8f47-61341e8d3046', '01a1f866-0d00-7274-bf78-2855881db8e4', 'Kitchens in Queens', TRUE, '{"type":"kitchen-remodel","q":"queens","view":"compact"}', '2026-11-20T15:00:00.000+00:00');

INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES
  ('9ddc2821144c41d48dde0afe800fbb4d9ddc2821144c41d48dde0afe800fbb4d', 3, 1, '2026-11-20T16:00:00.000+00:00');

INSERT INTO settings (name, value, created_at) VALUES
  ('password-cost', '11', '2026-11-20T15:00:00.000+00:00');

INSERT INTO audit_entries (id, kind, actor_id, actor_email, subject_id, subject_email, at, details) VALUES
  ('019f8ed8-ca00-7030-9dc8-b8b3ac49e842', 'person.invited', '01a1f978-b580-7209-9666-6de93e3b732e', 'maria@fiveboroughbuilders.example', '01a1f978-b580-7283-9ae5-8fc4ee8e39cd', 'tom@fiveboroughbuilders.example', '2026-07-23T12:00:00.000+00:00', '{"role":"staff"}'),
  ('019f8f7d-9580-72aa-b5b6-7c787298c34b', 'person.joined', '01a1f978-b580-7283-9ae5-8fc4ee8e39cd', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-07-23T15:00:00.000+00:00', '{"role":"staff"}'),
  ('01a02957-9200-74cd-a176-badbc73f6e02', 'person.invited', '01a1f978-b580-7209-9666-6de93e3b732e', 'maria@fiveboroughbuilders.example', '01a1f978-b580-74c1-9804-34803033fcb3', 'priya@fiveboroughbuilders.example', '2026-08-22T12:00:00.000+00:00', '{"role":"staff"}'),
  ('01a029fc-5d80-7052-940b-583b7edf66a5', 'person.joined', '01a1f978-b580-74c1-9804-34803033fcb3', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-08-22T15:00:00.000+00:00', '{"role":"staff"}'),
  ('01a1f4c0-3680-71dd-98cf-45970a4ccfa7', 'sign-in.succeeded', '01a1f978-b580-74c1-9804-34803033fcb3', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-11-19T17:00:00.000+00:00', '{"by":"password"}'),
  ('01a1f866-0d00-7298-a016-1266df01516f', 'person.invited', '01a1f978-b580-7209-9666-6de93e3b732e', 'maria@fiveboroughbuilders.example', '01a1f866-0d00-7274-bf78-2855881db8e4', 'noor@fiveboroughbuilders.example', '2026-11-20T10:00:00.000+00:00', '{"role":"staff"}'),
  ('01a1f90a-d880-701e-bfdb-961ef5948a0a', 'sign-in.succeeded', '01a1f978-b580-7283-9ae5-8fc4ee8e39cd', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T13:00:00.000+00:00', '{"by":"password"}'),
  ('0326cb4e-1d10-43d2-90c2-09e5e84ed2d7', 'sign-in.succeeded', '01a1f866-0d00-7274-bf78-2855881db8e4', 'noor@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T15:00:00.000+00:00', '{"by":"password"}');

INSERT INTO totp_secrets (user_id, secret, pending_secret, pending_at, confirmed_at, last_step) VALUES
  ('01a1f866-0d00-7274-bf78-2855881db8e4', '1252136402f14a21bcb410adfcf4ab521252136402f14a21bcb410adfcf4ab52', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 58000000);

INSERT INTO recovery_codes (id, user_id, digest, used_at, created_at) VALUES
  ('9b919c4e-9136-4080-a38e-519597afc4d1', '01a1f866-0d00-7274-bf78-2855881db8e4', '2f5d87fc859d4ab88daf892e2d8f3ecf2f5d87fc859d4ab88daf892e2d8f3ecf', '2026-11-20T16:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00');

INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, transports, name, backed_up, created_at, last_used_at) VALUES
  ('9b919c4e-9136-4080-a38e-519597afc4d1', '779896e5c3474b7489fd17a8ce1cffe9779896e5c3474b7489fd17a8ce1cffe9', '01a1f866-0d00-7274-bf78-2855881db8e4', 'c8bfa19b1a3a4dee9de62cf55d27c5d3c8bfa19b1a3a4dee9de62cf55d27c5d3', '4294967295', 'internal,hybrid', 'Phone', TRUE, '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO sign_in_challenges (digest, user_id, purpose, challenge, expires_at) VALUES
  ('9bda3ef61d06479fbe5f6b8284f400a29bda3ef61d06479fbe5f6b8284f400a2', '01a1f866-0d00-7274-bf78-2855881db8e4', 'second-factor', NULL, '2026-11-20T16:00:00.000+00:00');

INSERT INTO email_changes (id, user_id, from_email, to_email, created_at, confirmed_at, undone_at, expires_at, message_id) VALUES
  ('cd511f19-5ba3-49fa-8074-d340d3fad88f', '01a1f866-0d00-7274-bf78-2855881db8e4', 'former@example.com', 'noor@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-23T15:00:00.000+00:00', '77090a94-dbc7-48d1-a308-32dd305f5c1c');

INSERT INTO email_change_links (digest, change_id, purpose) VALUES
  ('0109209e7f654297b8aff1e13c53ff350109209e7f654297b8aff1e13c53ff35', 'cd511f19-5ba3-49fa-8074-d340d3fad88f', 'undo');
