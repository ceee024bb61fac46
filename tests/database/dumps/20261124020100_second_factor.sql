INSERT INTO users (id, email, password_hash, role, confirmed_at, pending_digest, created_at, second_factor_at) VALUES
  ('01a1f978-b580-7296-9f52-b73e8245670a', 'maria@fiveboroughbuilders.example', '$2b$11$klNjIahNHT03p3szIuKD6.eUav1/hNw11AVuFqN1xa7aMwEQBWtOS', 'admin', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL),
  ('01a1f978-b580-7374-ad20-61f95026c0d7', 'tom@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL),
  ('01a1f978-b580-7445-a0ac-e49caa527e21', 'priya@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest, version, first_contact_at, outcome, outcome_reason, assignee_id, follow_up_on, due_at, quarantined_at, quarantine_reasons, spam_at, email_key, phone_digits) VALUES
  ('019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'V3PN-CZN5', 'Hanna Rahimi', 'hanna.rahimi@example.com', '(212) 555-0151', 'bathroom-remodel', 'Tub out, walk-in shower in, with a bench and a niche. There was a leak to the neighbors below once.', 'Sunset Park, Brooklyn, NY 11220', '1-2-months', '50k-100k', 130, 'other', 'We are away in the second half of next month and could leave the keys.', FALSE, 'completed', '2026-07-22T13:36:51.145+00:00', 'e2277ce2-b7dc-440e-844b-72639bb03a9d', 'y2o9C-cqYxiUJzy67AH15j3bs7TJOoq_0afe7xNiuYc', 'TOEPJlWU7mv1fyJDR9-Z1wluxv1STx4IFFjrW2HJiII', 4, '2026-07-22T14:40:11.453+00:00', 'won', NULL, NULL, NULL, '2026-07-23T13:36:51.145+00:00', NULL, NULL, NULL, 'hanna.rahimi@example.com', '2125550151'),
  ('01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'CDR6-K6R5', 'Teresa Rahimi', 'teresa.rahimi@example.com', '(646) 555-0191', 'deck-patio', 'A deck off the parlor floor with stairs to the garden, and bluestone below.', 'Pelham Bay, The Bronx, NY 10461', '3-6-months', '25k-50k', 575, 'multi-family', NULL, FALSE, 'completed', '2026-09-20T21:56:58.503+00:00', '245625d9-a08b-42ea-b16e-7032a08f3080', 'R5tiV3Lwt0S8iujgk1wz54P8Yy2Uj-MpP29x1tKcRCM', 'fYj5WP_LBzAhtDENDVUVo0be13PwsZTY9813lgqz4c8', 5, '2026-09-21T15:43:27.859+00:00', 'won', NULL, '01a1f978-b580-7374-ad20-61f95026c0d7', NULL, '2026-09-21T21:56:58.503+00:00', NULL, NULL, NULL, 'teresa.rahimi@example.com', '6465550191'),
  ('01a1f927-be68-766c-9b30-4772752b77cd', 'BY43-RWCV', 'June Ibarra', 'june.ibarra@example.com', '(646) 555-0114', 'commercial', 'A bakery moves into a former bank: counters, three-phase power, a floor that takes the ovens.', 'Park Slope, Brooklyn, NY 11215', '6-12-months', '100k-250k', 4530, 'commercial', NULL, FALSE, 'new', '2026-11-20T13:31:33.864+00:00', '7269002c-8119-46fb-a5d3-00c6708bbfc5', 'jOsOQg3fopG76kXz-CwYZmCsuf0gjaob-Mj5gAPnySc', '3lepdSnMuFdZMyEvXze0WFK8x5VUERYy7D8XiZ52dJc', 2, '2026-11-20T14:37:53.466+00:00', 'open', NULL, '01a1f978-b580-7445-a0ac-e49caa527e21', NULL, '2026-11-21T13:31:33.864+00:00', NULL, NULL, NULL, 'june.ibarra@example.com', '6465550114');

INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, claim_token, last_error, provider_id, created_at, sent_at, address) VALUES
  ('4e3d6efb-7dc9-430c-87f2-558bbe6b2b1d', 'estimate.visitor', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, 'c31e9da0-c039-4aa4-8ff6-8b833324a1fa', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('53c530d3-1bcc-49af-973a-fc7cb6e6e748', 'estimate.staff', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '56adb1bc-fe57-4241-998a-7a87604a266a', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('948c9dc8-b8e0-4f2a-9822-12c60a66a3c2', 'estimate.staff', '01a1f927-be68-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('a1dab751-06bb-462c-86bf-3becfafb62d0', 'estimate.staff', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('ab74b67e-7038-40df-b2dc-16d621ff4b6b', 'estimate.visitor', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('b86cc192-fa31-4b3a-9b58-108728990746', 'estimate.visitor', '01a1f927-be68-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL);

INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, at, details, entry_key) VALUES
  ('019f8a45-16bd-77ce-8adf-700e444b7263', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'contact', '01a1f978-b580-7296-9f52-b73e8245670a', 'maria@fiveboroughbuilders.example', '2026-07-22T14:40:11.453+00:00', '{"channel":"email","note":null}', NULL),
  ('019f8a66-be7e-760a-a5dd-170d0aa3b8a6', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'status', '01a1f978-b580-7296-9f52-b73e8245670a', 'maria@fiveboroughbuilders.example', '2026-07-22T15:16:57.086+00:00', '{"from":"new","to":"in_progress","version":2}', NULL),
  ('019f9445-9207-7021-ba1d-4f77a22871fe', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'contact', '01a1f978-b580-7296-9f52-b73e8245670a', 'maria@fiveboroughbuilders.example', '2026-07-24T13:16:55.175+00:00', '{"channel":"email","note":null}', NULL),
  ('019fa481-3fdf-7173-9c08-0482a9e7389c', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'outcome', '01a1f978-b580-7296-9f52-b73e8245670a', 'maria@fiveboroughbuilders.example', '2026-07-27T16:56:01.759+00:00', '{"from":"open","to":"won","reason":null,"version":3}', NULL),
  ('01a0262e-f1d3-70b3-8408-1ff14f01058e', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'status', '01a1f978-b580-7296-9f52-b73e8245670a', 'maria@fiveboroughbuilders.example', '2026-08-21T21:16:45.907+00:00', '{"from":"in_progress","to":"completed","version":4}', NULL),
  ('01a0c100-4ccc-725d-8c03-188bbfc519be', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'assigned', '01a1f978-b580-7374-ad20-61f95026c0d7', 'tom@fiveboroughbuilders.example', '2026-09-20T22:46:57.484+00:00', '{"from":null,"to":"tom@fiveboroughbuilders.example","version":2}', NULL),
  ('01a0c4a2-f073-7517-a5b6-328794d3ce74', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'contact', '01a1f978-b580-7374-ad20-61f95026c0d7', 'tom@fiveboroughbuilders.example', '2026-09-21T15:43:27.859+00:00', '{"channel":"email","note":"Will send the floor plan."}', NULL),
  ('01a0c4d0-6ff6-74b7-a17b-bc92c4f45e60', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'status', '01a1f978-b580-7374-ad20-61f95026c0d7', 'tom@fiveboroughbuilders.example', '2026-09-21T16:33:09.622+00:00', '{"from":"new","to":"in_progress","version":3}', NULL),
  ('01a0d8c8-ff7f-702e-a9c5-b832a08f3080', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'contact', '01a1f978-b580-7374-ad20-61f95026c0d7', 'tom@fiveboroughbuilders.example', '2026-09-25T13:37:26.399+00:00', '{"channel":"call","note":"Measured everything, took photos."}', NULL),
  ('01a12bc8-f540-703c-a016-d247fa00ea57', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'outcome', '01a1f978-b580-7374-ad20-61f95026c0d7', 'tom@fiveboroughbuilders.example', '2026-10-11T16:25:52.704+00:00', '{"from":"open","to":"won","reason":null,"version":4}', NULL),
  ('01a17d92-fc58-7778-9364-76cb1c345bb4', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'status', '01a1f978-b580-7374-ad20-61f95026c0d7', 'tom@fiveboroughbuilders.example', '2026-10-27T13:35:47.288+00:00', '{"from":"in_progress","to":"completed","version":5}', NULL),
  ('01a1f950-39f4-7235-9839-d8d1d1f36ca4', '01a1f927-be68-766c-9b30-4772752b77cd', 'assigned', '01a1f978-b580-7445-a0ac-e49caa527e21', 'priya@fiveboroughbuilders.example', '2026-11-20T14:15:46.932+00:00', '{"from":null,"to":"priya@fiveboroughbuilders.example","version":2}', NULL),
  ('01a1f964-77ba-7727-94ad-dd4ff61410c3', '01a1f927-be68-766c-9b30-4772752b77cd', 'contact', '01a1f978-b580-7445-a0ac-e49caa527e21', 'priya@fiveboroughbuilders.example', '2026-11-20T14:37:53.466+00:00', '{"channel":"call","note":null}', NULL);

INSERT INTO estimate_exports (id, actor_id, actor_email, at) VALUES
  ('f8d1f9d0-5c4a-44be-9309-18650cba6e3a', '01a1f978-b580-7296-9f52-b73e8245670a', 'maria@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00');

INSERT INTO estimate_export_batches (id, export_id, first_id, last_id, estimate_ids) VALUES
  ('361b18ef-e35e-4a86-9687-f47fce5ecac9', 'f8d1f9d0-5c4a-44be-9309-18650cba6e3a', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', '01a1f927-be68-766c-9b30-4772752b77cd', '019f8a0b-19c9-7591-b73b-2c345bb42ef9,01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4,01a1f927-be68-766c-9b30-4772752b77cd');

INSERT INTO sessions (id, user_id, access_digest, access_expires_at, refresh_digest, parent_digest, parent_access_digest, refreshed_at, refresh_count, device, created_at, last_used_at, expires_at, verified_at) VALUES
  ('9c928081-fde5-447c-9ace-939f3b331e9c', '01a1f978-b580-7296-9f52-b73e8245670a', 'b0f5377aa7de47dd9fea17c9fad389dab0f5377aa7de47dd9fea17c9fad389da', '2026-11-20T16:00:00.000+00:00', 'ccc1ead8859b47198b2ad36fcffcdb3accc1ead8859b47198b2ad36fcffcdb3a', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 0, 'Mozilla/5.0', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', '2026-12-20T15:00:00.000+00:00', NULL);

INSERT INTO email_tokens (id, digest, user_id, purpose, created_at, expires_at) VALUES
  ('6e48bf88-2212-4db7-8cc1-caa8b0852062', 'ab40ebbe51b548cdaaf364cd6d9b44ddab40ebbe51b548cdaaf364cd6d9b44dd', '01a1f978-b580-7296-9f52-b73e8245670a', 'reset', '2026-11-20T15:00:00.000+00:00', '2026-11-20T16:00:00.000+00:00');

INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES
  ('d982be60f08047b1a0f6a39f3868fedbd982be60f08047b1a0f6a39f3868fedb', 3, 1, '2026-11-20T16:00:00.000+00:00');

INSERT INTO settings (name, value, created_at) VALUES
  ('password-cost', '11', '2026-11-20T15:00:00.000+00:00');

INSERT INTO audit_entries (id, kind, actor_id, actor_email, subject_id, subject_email, at, details) VALUES
  ('a6ccbf86-c346-46a8-aa95-0dec949166f7', 'sign-in.succeeded', '01a1f978-b580-7296-9f52-b73e8245670a', 'maria@fiveboroughbuilders.example', NULL, NULL, '2026-11-20T15:00:00.000+00:00', '{"by":"password"}');

INSERT INTO totp_secrets (user_id, secret, pending_secret, pending_at, confirmed_at, last_step) VALUES
  ('01a1f978-b580-7296-9f52-b73e8245670a', '28a125470a2b45629c0756e0da8e93a028a125470a2b45629c0756e0da8e93a0', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 58000000);

INSERT INTO recovery_codes (id, user_id, digest, used_at, created_at) VALUES
  ('1dc36a14-faed-4e3a-8b06-0f1a2e120224', '01a1f978-b580-7296-9f52-b73e8245670a', '5ca9bfa9ad3b4b3aa58276d75509a8e65ca9bfa9ad3b4b3aa58276d75509a8e6', '2026-11-20T16:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00');

INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, transports, name, backed_up, created_at, last_used_at) VALUES
  ('1dc36a14-faed-4e3a-8b06-0f1a2e120224', '0117a9b27ac947bb9da033ca94ff9d290117a9b27ac947bb9da033ca94ff9d29', '01a1f978-b580-7296-9f52-b73e8245670a', '3fddc33078b84fffae8ea6f7fa2764d13fddc33078b84fffae8ea6f7fa2764d1', '4294967295', 'internal,hybrid', 'Phone', TRUE, '2026-11-20T15:00:00.000+00:00', NULL);

INSERT INTO sign_in_challenges (digest, user_id, purpose, challenge, expires_at) VALUES
  ('d4addff9f6d54b3c90bdd190f8f50b6fd4addff9f6d54b3c90bdd190f8f50b6f', '01a1f978-b580-7296-9f52-b73e8245670a', 'second-factor', NULL, '2026-11-20T16:00:00.000+00:00');
