INSERT INTO users (id, email, password_hash, role, confirmed_at, pending_digest, created_at, new_estimates_since, notify_assigned, notify_deadlines, notify_digest, second_factor_at) VALUES
  ('01a1f978-b580-7177-87ca-e4e975ae8cc2', 'priya@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL),
  ('01a1f978-b580-720a-91a8-f652e30e4afd', 'maria@fiveboroughbuilders.example', '$2b$10$WZuYa7modTSk9d1YD2Z1YOH1xIgcIMCl/nfIbTqvKjE4x/Zl7bjMK', 'admin', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL),
  ('01a1f978-b580-7332-85aa-2619423185f3', 'tom@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE, NULL);

INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest, version, first_contact_at, outcome, outcome_reason, assignee_id, follow_up_on, due_at, quarantined_at, quarantine_reasons, spam_at, email_key, phone_digits, source) VALUES
  ('01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'T57C-P6ZV', 'Wanda Gallardo', 'wanda.gallardo@example.com', '(917) 555-0163', 'commercial', 'Dental practice with four chairs. Plumbing in the slab.', 'Pelham Bay, The Bronx, NY 10461', 'flexible', '50k-100k', 7200, 'commercial', 'Please keep the original moldings and the pocket doors.', FALSE, 'new', '2026-11-20T12:36:00.000+00:00', '0daba659-faa4-4ee2-a77c-e2b7dcd40e44', 'f41uKsVd-eJ_ZpAax4KgyPd_tH9alxo-7BXCQGuQw0w', '299_60BZb22KHwV3Im0FSdQPAbaBqM-cSJEGCYnYlJg', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T12:36:00.000+00:00', NULL, NULL, NULL, 'wanda.gallardo@example.com', '9175550163', 'website'),
  ('01a1f93c-48c0-76dc-bc29-86f2cb785eef', '3KRY-CDR6', 'Dario Fontaine', 'dario.fontaine@example.com', '(718) 555-0141', 'commercial', NULL, 'Flushing, Queens, NY 11354', '1-2-months', 'over-500k', NULL, 'commercial', NULL, FALSE, 'new', '2026-11-20T13:54:00.000+00:00', '932ebf23-2456-45d9-a08b-82ea716e7032', 'q5Sa6dulBEPoTGWMvXgkzVVNIiGrrfmQ9oCfXDEencM', 'GHVSkVOaIN2QQzBRYXL7QXB2Bkjy3cHbvTDIIfU5ZcY', 1, NULL, 'open', NULL, NULL, NULL, '2026-11-21T13:54:00.000+00:00', NULL, NULL, NULL, 'dario.fontaine@example.com', '7185550141', 'website'),
  ('01a1f962-bc80-766c-9b30-4772752b77cd', 'BY43-RWCV', 'Ben Corrigan', 'ben.corrigan@example.com', '(646) 555-0114', 'basement-finishing', 'Playroom and a small office. It was damp in one corner last spring.', 'Park Slope, Brooklyn, NY 11215', '6-12-months', '50k-100k', 695, 'multi-family', NULL, FALSE, 'new', '2026-11-20T14:36:00.000+00:00', '7269002c-8119-46fb-a5d3-00c6708bbfc5', 'k5FeDbZefHYyyeSnAV6ooXax8xkll116A0Rxkr_4nF8', 'aWhVCpqUCeqBocYgB3YPGVcBNvT9gRgM8Qq6aNA3pZQ', 2, NULL, 'open', NULL, '01a1f978-b580-7177-87ca-e4e975ae8cc2', NULL, '2026-11-21T14:36:00.000+00:00', NULL, NULL, NULL, 'ben.corrigan@example.com', '6465550114', 'website');

INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, claim_token, last_error, provider_id, created_at, sent_at, address) VALUES
  ('0202e412-4911-433f-b528-832c6b6b73e3', 'estimate.visitor', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('55ca83dc-623e-452d-8abf-811c7631fb50', 'estimate.visitor', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '1ca86325-7734-45e7-8d76-589d8b612246', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('68d24281-3319-49a1-800a-4da116448a0d', 'estimate.staff', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('98d7396e-697f-4766-890a-a758e46fb106', 'estimate.staff', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '4428b6ff-6030-423a-b26e-380754073b4e', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('c51f1e53-99b5-4000-bf7a-1fad49021975', 'estimate.staff', '01a1f962-bc80-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('d3a55deb-606f-4c70-9e52-57a4235a4379', 'estimate.visitor', '01a1f93c-48c0-76dc-bc29-86f2cb785eef', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL);

INSERT INTO nudges (id, kind, user_id, subject, created_at) VALUES
  ('303431ba-1f8b-495b-8544-ea71c48c3530', 'nudge.digest', '01a1f978-b580-7177-87ca-e4e975ae8cc2', '2026-11-20', '2026-11-20T15:00:00.000+00:00');

INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, at, details, entry_key) VALUES
  ('01a1f962-bc80-70a4-9042-8e0e769cd1d1', '01a1f962-bc80-766c-9b30-4772752b77cd', 'assigned', '01a1f978-b580-7177-87ca-e4e975ae8cc2', 'priya@fiveboroughbuilders.example', '2026-11-20T14:36:00.000+00:00', '{"from":null,"to":"priya@fiveboroughbuilders.example","version":2}', NULL);

INSERT INTO estimate_exports (id, actor_id, actor_email, at) VALUES
  ('ce92f454-3b48-4eab-ab50-a005f943730d', '01a1f978-b580-7177-87ca-e4e975ae8cc2', 'priya@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00');

INSERT INTO estimate_export_batches (id, export_id, first_id, last_id, estimate_ids) VALUES
  ('2d8620e3-8595-48d1-83d3-ae90de46ff32', 'ce92f454-3b48-4eab-ab50-a005f943730d', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce', '01a1f962-bc80-766c-9b30-4772752b77cd', '01a1f8f4-df80-72bd-b9e2-dd7784d91dce,01a1f93c-48c0-76dc-bc29-86f2cb785eef,01a1f962-bc80-766c-9b30-4772752b77cd');

INSERT INTO sessions (id, user_id, access_digest, access_expires_at, refresh_digest, parent_digest, parent_access_digest, refreshed_at, refresh_count, device, created_at, last_used_at, expires_at, verified_at, network) VALUES
  ('04f8faea-e888-4b50-a49f-d9d7febfbdc3', '01a1f978-b580-7177-87ca-e4e975ae8cc2', 'd36f444d05194e9aa38915f3758fb501d36f444d05194e9aa38915f3758fb501', '2026-11-20T16:00:00.000+00:00', '45a078143c874fd9822486991fb91e1c45a078143c874fd9822486991fb91e1c', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 0, 'Mozilla/5.0', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', '2026-12-20T15:00:00.000+00:00', NULL, '333a578689a44036b0fb478a03d229c7333a578689a44036b0fb478a03d229c7');

INSERT INTO email_tokens (id, digest, user_id, purpose, created_at, expires_at) VALUES
  ('ce5b6c97-8b6e-40ad-8cab-5d352a0d1dc5', 'f031de39f36a42c59431a94dda626a6ef031de39f36a42c59431a94dda626a6e', '01a1f978-b580-7177-87ca-e4e975ae8cc2', 'reset', '2026-11-20T15:00:00.000+00:00', '2026-11-20T16:00:00.000+00:00');

INSERT INTO saved_views (id, owner_id, name, shared, search, created_at) VALUES
  ('02d5e91c-4845-47c1-a941-61e7822333a6', '01a1f978-b580-7177-87ca-e4e975ae8cc2', 'Kitchens in Queens', TRUE, '{"type":"kitchen-remodel","q":"queens","view":"compact"}', '2026-11-20T15:00:00.000+00:00');

INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES
  ('9a286bf79be444d89b2a4daaa506c7f69a286bf79be444d89b2a4daaa506c7f6', 3, 1, '2026-11-20T16:00:00.000+00:00');

INSERT INTO settings (name, value, created_at) VALUES
  ('password-cost', '10', '2026-11-20T15:00:00.000+00:00');

INSERT INTO audit_entries (id, kind, actor_id, actor_email, subject_id, subject_email, at, details) VALUES
  ('1f7fb3f0-e82f-4f5b-bddd-8a60cd19f808', 'sign-in.succeeded', '01a1f978-b580-7177-87ca-e4e975ae8cc2', 'priya@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T15:00:00.000+00:00', '{"by":"password"}');

INSERT INTO totp_secrets (user_id, secret, pending_secret, pending_at, confirmed_at, last_step) VALUES
  ('01a1f978-b580-7177-87ca-e4e975ae8cc2', 'f22fa7ef43d74b7d9f1b848a4537dfe9f22fa7ef43d74b7d9f1b848a4537dfe9', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 58000000);

INSERT INTO recovery_codes (id, user_id, digest, used_at, created_at) VALUES
  ('c9f47cb7-db3b-498c-90fe-0594ef40bd29', '01a1f978-b580-7177-87ca-e4e975ae8cc2', '0666c71fbe7d4062ab874142df7b1f7f0666c71fbe7d4062ab874142df7b1f7f', '2026-11-20T16:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00');

INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, transports, name, backed_up, created_at, last_used_at) VALUES
  ('c9f47cb7-db3b-498c-90fe-0594ef40bd29', 'bd5788fc87084e2891048437b2d0cf24bd5788fc87084e2891048437b2d0cf24', '01a1f978-b580-7177-87ca-e4e975ae8cc2', '8d04d3f45775487aa3688288e2d424e28d04d3f45775487aa3688288e2d424e2', '4294967295', 'internal,hybrid', 'Phone', TRUE, '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO sign_in_challenges (digest, user_id, purpose, challenge, expires_at) VALUES
  ('811000aaa8144b09baf737b96217c559811000aaa8144b09baf737b96217c559', '01a1f978-b580-7177-87ca-e4e975ae8cc2', 'second-factor', NULL, '2026-11-20T16:00:00.000+00:00');

INSERT INTO email_changes (id, user_id, from_email, to_email, created_at, confirmed_at, undone_at, expires_at, message_id) VALUES
  ('3b756568-71f9-43e6-b871-b57bdd59794c', '01a1f978-b580-7177-87ca-e4e975ae8cc2', 'former@example.com', 'priya@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-23T15:00:00.000+00:00', 'acb9d64d-74db-4ecd-8eb0-8c6b12445b74');

INSERT INTO email_change_links (digest, change_id, purpose) VALUES
  ('d63eda80782b419c840480bfcca6a400d63eda80782b419c840480bfcca6a400', '3b756568-71f9-43e6-b871-b57bdd59794c', 'undo');
