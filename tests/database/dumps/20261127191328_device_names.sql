INSERT INTO users (id, email, password_hash, role, confirmed_at, pending_digest, created_at, new_estimates_since, notify_assigned, notify_deadlines, notify_digest, second_factor_at, invited_at, invited_by_id, name) VALUES
  ('01a1f866-0d00-7516-8442-692e159a2bc7', 'noor@fiveboroughbuilders.example', NULL, 'staff', NULL, NULL, '2026-11-20T10:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, '2026-11-20T10:00:00.000+00:00', '01a1f978-b580-702a-a802-584bf4bd6345', 'Noor Haddad'),
  ('01a1f978-b580-702a-a802-584bf4bd6345', 'maria@fiveboroughbuilders.example', '$2b$11$xOQGERi0kNT0UAiwfmg.9eRYelBYmkM3yfHlrKMveRe6INmlosHL6', 'admin', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Maria Santos'),
  ('01a1f978-b580-7273-b17b-27903e081662', 'tom@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Tom Kowalski'),
  ('01a1f978-b580-7798-ac80-85f6a4170563', 'priya@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL, NULL, NULL, 'Priya Patel');

INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest, version, first_contact_at, outcome, outcome_reason, assignee_id, follow_up_on, due_at, quarantined_at, quarantine_reasons, spam_at, email_key, phone_digits, source, completed_at, erased_at) VALUES
  ('01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'T57C-P6ZV', 'Wanda Gallardo', 'wanda.gallardo@example.com', '(917) 555-0163', 'commercial', 'Dental practice with four chairs. Plumbing in the slab.', 'Pelham Bay, The Bronx, NY 10461', 'flexible', '50k-100k', 7200, 'commercial', 'Please keep the original moldings and the pocket doors.', FALSE, 'new', '2026-11-20T12:36:00.000+00:00', '0daba659-faa4-4ee2-a77c-e2b7dcd40e44', 'f41uKsVd-eJ_ZpAax4KgyPd_tH9alxo-7BXCQGuQw0w', '299_60BZb22KHwV3Im0FSdQPAbaBqM-cSJEGCYnYlJg', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T12:36:00.000+00:00', NULL, NULL, NULL, 'wanda.gallardo@example.com', '9175550163', 'website', NULL, NULL),
  ('01a1f93c-48c0-76dc-bc29-86f2cb785eef', '3KRY-CDR6', 'Dario Fontaine', 'dario.fontaine@example.com', '(718) 555-0141', 'commercial', NULL, 'Flushing, Queens, NY 11354', '1-2-months', 'over-500k', NULL, 'commercial', NULL, FALSE, 'new', '2026-11-20T13:54:00.000+00:00', '932ebf23-2456-45d9-a08b-82ea716e7032', 'q5Sa6dulBEPoTGWMvXgkzVVNIiGrrfmQ9oCfXDEencM', 'GHVSkVOaIN2QQzBRYXL7QXB2Bkjy3cHbvTDIIfU5ZcY', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T13:54:00.000+00:00', NULL, NULL, NULL, 'dario.fontaine@example.com', '7185550141', 'website', NULL, NULL),
  ('01a1f962-bc80-766c-9b30-4772752b77cd', 'BY43-RWCV', 'Ben Corrigan', 'ben.corrigan@example.com', '(646) 555-0114', 'basement-finishing', 'Playroom and a small office. It was damp in one corner last spring.', 'Park Slope, Brooklyn, NY 11215', '6-12-months', '50k-100k', 695, 'multi-family', NULL, FALSE, 'new', '2026-11-20T14:36:00.000+00:00', '7269002c-8119-46fb-a5d3-00c6708bbfc5', 'k5FeDbZefHYyyeSnAV6ooXax8xkll116A0Rxkr_4nF8', 'aWhVCpqUCeqBocYgB3YPGVcBNvT9gRgM8Qq6aNA3pZQ', 2, NULL, 'open', NULL, '01a1f978-b580-7798-ac80-85f6a4170563', NULL, '2026-11-21T14:36:00.000+00:00', NULL, NULL, NULL, 'ben.corrigan@example.com', '6465550114', 'website', NULL, NULL);

INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, claim_token, last_error, provider_id, created_at, sent_at, address) VALUES
  ('24ea13d3-4758-49f7-a363-db59563bcd25', 'estimate.staff', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, 'b59c7583-7698-434f-b8df-90233af0d957', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('80d6d2eb-e359-4a9b-b414-9c82ee9ca610', 'estimate.visitor', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('a79d02f0-2204-425e-b11f-9b2f5d5e9eb9', 'estimate.visitor', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '33298f71-3157-4427-8d39-ed727423e638', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('b5178b88-5b8c-4f22-b8f2-03326587e8da', 'estimate.visitor', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('d195fddd-9c85-43d4-99c8-18632e7d6691', 'estimate.staff', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('e2af4d90-2b87-45c5-bb28-dc90a81bab49', 'estimate.staff', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL);

INSERT INTO nudges (id, kind, user_id, subject, created_at, more_subjects) VALUES
  ('fc1d438d-b277-4382-8baa-4a61b3ad1509', 'nudge.digest', '01a1f866-0d00-7516-8442-692e159a2bc7', '2026-11-20', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, at, details, entry_key, actor_name) VALUES
  ('01a1f962-bc80-70a4-9042-8e0e769cd1d1', '01a1f962-bc80-766c-9b30-4772752b77cd', 'assigned', '01a1f978-b580-7798-ac80-85f6a4170563', 'priya@fiveboroughbuilders.example', '2026-11-20T14:36:00.000+00:00', '{"from":null,"fromId":null,"to":"Priya Patel","toId":"01a1f978-b580-7798-ac80-85f6a4170563","version":2}', NULL, 'Priya Patel');

INSERT INTO estimate_exports (id, actor_id, actor_email, at, actor_name) VALUES
  ('302e3d48-db65-4519-a3b8-c15502e809a9', '01a1f866-0d00-7516-8442-692e159a2bc7', 'noor@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO estimate_export_batches (id, export_id, first_id, last_id, estimate_ids) VALUES
  ('870ee4e9-3bda-433e-b4bc-35027d86f39d', '302e3d48-db65-4519-a3b8-c15502e809a9', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', '01a1f962-bc80-766c-9b30-4772752b77cd', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce,01a1f93c-48c0-76dc-bc29-86f2cb785eef,01a1f962-bc80-766c-9b30-4772752b77cd');

INSERT INTO sessions (id, user_id, access_digest, access_expires_at, refresh_digest, parent_digest, parent_access_digest, refreshed_at, refresh_count, device, created_at, last_used_at, expires_at, verified_at, network, device_name) VALUES
  ('baad32c9-ce55-4a77-986b-7bb634aafb82', '01a1f866-0d00-7516-8442-692e159a2bc7', '05967b26b0064ecdbc83078451886cc005967b26b0064ecdbc83078451886cc0', '2026-11-20T16:00:00.000+00:00', '2ccfe77cddb44ea0a88977824747ff7d2ccfe77cddb44ea0a88977824747ff7d', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 0, 'Mozilla/5.0', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', '2026-12-20T15:00:00.000+00:00', NULL, 'e4e61900a9b74d49a1961abbb352e3aae4e61900a9b74d49a1961abbb352e3aa', NULL);

INSERT INTO email_tokens (id, digest, user_id, purpose, created_at, expires_at) VALUES
  ('01a1f866-0d00-724f-8c02-2325eca68199', '97c0VHWhm3u_yuPHVqXs5Y4knoqeaNkWFb_akP7maZ4', '01a1f866-0d00-7516-8442-692e159a2bc7', 'invitation', '2026-11-20T10:00:00.000+00:00', '2026-11-23T10:00:00.000+00:00'),
  ('f1a77fd3-a4da-4f29-8121-b3f6b2658018', '2572246bba8d48089fd458a33f2da4cb2572246bba8d48089fd458a33f2da4cb', '01a1f866-0d00-7516-8442-692e159a2bc7', 'reset', '2026-11-20T15:00:00.000+00:00', '2026-11-20T16:00:00.000+00:00');

INSERT INTO saved_views (id, owner_id, name, shared, search, created_at) VALUES
  ('c8085308-d218-44a7-b596-2e3df3e8338d', '01a1f866-0d00-7516-8442-692e159a2bc7', 'Kitchens in Queens', TRUE, '{"type":"kitchen-remodel","q":"queens","view":"compact"}', '2026-11-20T15:00:00.000+00:00');

INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES
  ('e13a83e0ca704a8ba85f73a050ed8a37e13a83e0ca704a8ba85f73a050ed8a37', 3, 1, '2026-11-20T16:00:00.000+00:00');

INSERT INTO settings (name, value, created_at) VALUES
  ('password-cost', '11', '2026-11-20T15:00:00.000+00:00');

INSERT INTO audit_entries (id, kind, actor_id, actor_email, subject_id, subject_email, at, details) VALUES
  ('019f8ed8-ca00-73b3-9434-6b1585263316', 'person.invited', '01a1f978-b580-702a-a802-584bf4bd6345', 'maria@fiveboroughbuilders.example', '01a1f978-b580-7273-b17b-27903e081662', 'tom@fiveboroughbuilders.example', '2026-07-23T12:00:00.000+00:00', '{"role":"staff"}'),
  ('019f8f7d-9580-72f7-a3ff-bed8c0a487c7', 'person.joined', '01a1f978-b580-7273-b17b-27903e081662', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-07-23T15:00:00.000+00:00', '{"role":"staff"}'),
  ('01a02957-9200-7152-9650-ebb88c678715', 'person.invited', '01a1f978-b580-702a-a802-584bf4bd6345', 'maria@fiveboroughbuilders.example', '01a1f978-b580-7798-ac80-85f6a4170563', 'priya@fiveboroughbuilders.example', '2026-08-22T12:00:00.000+00:00', '{"role":"staff"}'),
  ('01a029fc-5d80-7129-8d37-4190c8ba4bf4', 'person.joined', '01a1f978-b580-7798-ac80-85f6a4170563', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-08-22T15:00:00.000+00:00', '{"role":"staff"}'),
  ('01a1f4c0-3680-70f9-a0d2-0b243e185a63', 'sign-in.succeeded', '01a1f978-b580-7798-ac80-85f6a4170563', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-11-19T17:00:00.000+00:00', '{"by":"password"}'),
  ('01a1f866-0d00-7058-8570-e5f09ea2ab19', 'person.invited', '01a1f978-b580-702a-a802-584bf4bd6345', 'maria@fiveboroughbuilders.example', '01a1f866-0d00-7516-8442-692e159a2bc7', 'noor@fiveboroughbuilders.example', '2026-11-20T10:00:00.000+00:00', '{"role":"staff"}'),
  ('01a1f90a-d880-726a-8031-e792f5de8ef2', 'sign-in.succeeded', '01a1f978-b580-7273-b17b-27903e081662', 'tom@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T13:00:00.000+00:00', '{"by":"password"}'),
  ('4caa58ee-f587-4efa-b33d-7b73790c3987', 'sign-in.succeeded', '01a1f866-0d00-7516-8442-692e159a2bc7', 'noor@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T15:00:00.000+00:00', '{"by":"password"}');

INSERT INTO totp_secrets (user_id, secret, pending_secret, pending_at, confirmed_at, last_step) VALUES
  ('01a1f866-0d00-7516-8442-692e159a2bc7', '415fe1d4a7824d00b5889c2914352c16415fe1d4a7824d00b5889c2914352c16', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 58000000);

INSERT INTO recovery_codes (id, user_id, digest, used_at, created_at) VALUES
  ('976fec04-4a3d-4362-b931-1401be5f73a2', '01a1f866-0d00-7516-8442-692e159a2bc7', '2f7e4076f1554a7e8a10ade160a406492f7e4076f1554a7e8a10ade160a40649', '2026-11-20T16:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00');

INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, transports, name, backed_up, created_at, last_used_at) VALUES
  ('976fec04-4a3d-4362-b931-1401be5f73a2', '37cc738d12ca48b4a636b81a42e4fffc37cc738d12ca48b4a636b81a42e4fffc', '01a1f866-0d00-7516-8442-692e159a2bc7', '27dfe88e9ab4484285b0cf742941bb9227dfe88e9ab4484285b0cf742941bb92', '4294967295', 'internal,hybrid', 'Phone', TRUE, '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO sign_in_challenges (digest, user_id, purpose, challenge, expires_at) VALUES
  ('d5ab3952b37a41b591354258138487e8d5ab3952b37a41b591354258138487e8', '01a1f866-0d00-7516-8442-692e159a2bc7', 'second-factor', NULL, '2026-11-20T16:00:00.000+00:00');

INSERT INTO email_changes (id, user_id, from_email, to_email, created_at, confirmed_at, undone_at, expires_at, message_id) VALUES
  ('c3e0625a-880d-4bbf-acd4-7adcdb1a202a', '01a1f866-0d00-7516-8442-692e159a2bc7', 'former@example.com', 'noor@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-23T15:00:00.000+00:00', '74d755fc-c285-48f8-8dc5-670b30e05571');

INSERT INTO email_change_links (digest, change_id, purpose) VALUES
  ('62e0a4ccb0f542e1b8c8f1437fcee20562e0a4ccb0f542e1b8c8f1437fcee205', 'c3e0625a-880d-4bbf-acd4-7adcdb1a202a', 'undo');
