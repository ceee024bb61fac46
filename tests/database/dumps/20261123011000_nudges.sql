INSERT INTO users (id, email, password_hash, role, confirmed_at, pending_digest, created_at, new_estimates_since, notify_assigned, notify_deadlines, notify_digest) VALUES
  ('01a1f978-b580-70de-97c7-ed4a7ff911ea', 'tom@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE),
  ('01a1f978-b580-7338-a0e1-e862094e2578', 'maria@fiveboroughbuilders.example', '$2b$10$u7G0oEOnqY0344j2lMnDy.ofFf7UQV6Je6Ov0otZpRHC4HEojnhfO', 'admin', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE),
  ('01a1f978-b580-7621-9f5f-9cdcd7a1f4a6', 'priya@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00', NULL, TRUE, TRUE, TRUE);

INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest, version, first_contact_at, outcome, outcome_reason, assignee_id, follow_up_on, due_at, quarantined_at, quarantine_reasons, spam_at, email_key, phone_digits) VALUES
  ('019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'V3PN-CZN5', 'Hanna Rahimi', 'hanna.rahimi@example.com', '(212) 555-0151', 'bathroom-remodel', 'Tub out, walk-in shower in, with a bench and a niche. There was a leak to the neighbors below once.', 'Sunset Park, Brooklyn, NY 11220', '1-2-months', '50k-100k', 130, 'other', 'We are away in the second half of next month and could leave the keys.', FALSE, 'completed', '2026-07-22T13:36:51.145+00:00', 'e2277ce2-b7dc-440e-844b-72639bb03a9d', 'y2o9C-cqYxiUJzy67AH15j3bs7TJOoq_0afe7xNiuYc', 'TOEPJlWU7mv1fyJDR9-Z1wluxv1STx4IFFjrW2HJiII', 4, '2026-07-22T14:40:11.453+00:00', 'won', NULL, NULL, NULL, '2026-07-23T13:36:51.145+00:00', NULL, NULL, NULL, 'hanna.rahimi@example.com', '2125550151'),
  ('01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'CDR6-K6R5', 'Teresa Rahimi', 'teresa.rahimi@example.com', '(646) 555-0191', 'deck-patio', 'A deck off the parlor floor with stairs to the garden, and bluestone below.', 'Pelham Bay, The Bronx, NY 10461', '3-6-months', '25k-50k', 575, 'multi-family', NULL, FALSE, 'completed', '2026-09-20T21:56:58.503+00:00', '245625d9-a08b-42ea-b16e-7032a08f3080', 'R5tiV3Lwt0S8iujgk1wz54P8Yy2Uj-MpP29x1tKcRCM', 'fYj5WP_LBzAhtDENDVUVo0be13PwsZTY9813lgqz4c8', 5, '2026-09-21T15:43:27.859+00:00', 'won', NULL, '01a1f978-b580-70de-97c7-ed4a7ff911ea', NULL, '2026-09-21T21:56:58.503+00:00', NULL, NULL, NULL, 'teresa.rahimi@example.com', '6465550191'),
  ('01a1f927-be68-766c-9b30-4772752b77cd', 'BY43-RWCV', 'June Ibarra', 'june.ibarra@example.com', '(646) 555-0114', 'commercial', 'A bakery moves into a former bank: counters, three-phase power, a floor that takes the ovens.', 'Park Slope, Brooklyn, NY 11215', '6-12-months', '100k-250k', 4530, 'commercial', NULL, FALSE, 'new', '2026-11-20T13:31:33.864+00:00', '7269002c-8119-46fb-a5d3-00c6708bbfc5', 'jOsOQg3fopG76kXz-CwYZmCsuf0gjaob-Mj5gAPnySc', '3lepdSnMuFdZMyEvXze0WFK8x5VUERYy7D8XiZ52dJc', 2, '2026-11-20T14:37:53.466+00:00', 'open', NULL, '01a1f978-b580-7621-9f5f-9cdcd7a1f4a6', NULL, '2026-11-21T13:31:33.864+00:00', NULL, NULL, NULL, 'june.ibarra@example.com', '6465550114');

INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, claim_token, last_error, provider_id, created_at, sent_at, address) VALUES
  ('10457790-da9e-42f6-bb27-fbb8a498d818', 'estimate.staff', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('3b2c054a-84c8-4df8-9bdf-7db25ecec3c8', 'estimate.staff', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, 'fd86d5fd-47f4-4dad-9678-da32ec33a950', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('677dd5c7-4648-40fc-9645-50220ddab744', 'estimate.visitor', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('69e8bae1-a8fe-487c-b350-3d5a6058fa90', 'estimate.visitor', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, 'c4b4b774-432d-4398-9674-625d631fa399', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('70996ef4-ce8c-49f1-a79a-254ad707156f', 'estimate.staff', '01a1f927-be68-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('d78ec79e-57f9-4cb6-a98f-eaca82d3338e', 'estimate.visitor', '01a1f927-be68-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL);

INSERT INTO nudges (id, kind, user_id, subject, created_at) VALUES
  ('311342d5-b6f7-4065-b6c0-55394a2a1418', 'nudge.digest', '01a1f978-b580-70de-97c7-ed4a7ff911ea', '2026-11-20', '2026-11-20T15:00:00.000+00:00');

INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, at, details, entry_key) VALUES
  ('019f8a45-16bd-77ce-8adf-700e444b7263', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'contact', '01a1f978-b580-7338-a0e1-e862094e2578', 'maria@fiveboroughbuilders.example', '2026-07-22T14:40:11.453+00:00', '{"channel":"email","note":null}', NULL),
  ('019f8a66-be7e-760a-a5dd-170d0aa3b8a6', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'status', '01a1f978-b580-7338-a0e1-e862094e2578', 'maria@fiveboroughbuilders.example', '2026-07-22T15:16:57.086+00:00', '{"from":"new","to":"in_progress","version":2}', NULL),
  ('019f9445-9207-7021-ba1d-4f77a22871fe', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'contact', '01a1f978-b580-7338-a0e1-e862094e2578', 'maria@fiveboroughbuilders.example', '2026-07-24T13:16:55.175+00:00', '{"channel":"email","note":null}', NULL),
  ('019fa481-3fdf-7173-9c08-0482a9e7389c', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'outcome', '01a1f978-b580-7338-a0e1-e862094e2578', 'maria@fiveboroughbuilders.example', '2026-07-27T16:56:01.759+00:00', '{"from":"open","to":"won","reason":null,"version":3}', NULL),
  ('01a0262e-f1d3-70b3-8408-1ff14f01058e', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'status', '01a1f978-b580-7338-a0e1-e862094e2578', 'maria@fiveboroughbuilders.example', '2026-08-21T21:16:45.907+00:00', '{"from":"in_progress","to":"completed","version":4}', NULL),
  ('01a0c100-4ccc-725d-8c03-188bbfc519be', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'assigned', '01a1f978-b580-70de-97c7-ed4a7ff911ea', 'tom@fiveboroughbuilders.example', '2026-09-20T22:46:57.484+00:00', '{"from":null,"to":"tom@fiveboroughbuilders.example","version":2}', NULL),
  ('01a0c4a2-f073-7517-a5b6-328794d3ce74', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'contact', '01a1f978-b580-70de-97c7-ed4a7ff911ea', 'tom@fiveboroughbuilders.example', '2026-09-21T15:43:27.859+00:00', '{"channel":"email","note":"Will send the floor plan."}', NULL),
  ('01a0c4d0-6ff6-74b7-a17b-bc92c4f45e60', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'status', '01a1f978-b580-70de-97c7-ed4a7ff911ea', 'tom@fiveboroughbuilders.example', '2026-09-21T16:33:09.622+00:00', '{"from":"new","to":"in_progress","version":3}', NULL),
  ('01a0d8c8-ff7f-702e-a9c5-b832a08f3080', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'contact', '01a1f978-b580-70de-97c7-ed4a7ff911ea', 'tom@fiveboroughbuilders.example', '2026-09-25T13:37:26.399+00:00', '{"channel":"call","note":"Measured everything, took photos."}', NULL),
  ('01a12bc8-f540-703c-a016-d247fa00ea57', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'outcome', '01a1f978-b580-70de-97c7-ed4a7ff911ea', 'tom@fiveboroughbuilders.example', '2026-10-11T16:25:52.704+00:00', '{"from":"open","to":"won","reason":null,"version":4}', NULL),
  ('01a17d92-fc58-7778-9364-76cb1c345bb4', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'status', '01a1f978-b580-70de-97c7-ed4a7ff911ea', 'tom@fiveboroughbuilders.example', '2026-10-27T13:35:47.288+00:00', '{"from":"in_progress","to":"completed","version":5}', NULL),
  ('01a1f950-39f4-7235-9839-d8d1d1f36ca4', '01a1f927-be68-766c-9b30-4772752b77cd', 'assigned', '01a1f978-b580-7621-9f5f-9cdcd7a1f4a6', 'priya@fiveboroughbuilders.example', '2026-11-20T14:15:46.932+00:00', '{"from":null,"to":"priya@fiveboroughbuilders.example","version":2}', NULL),
  ('01a1f964-77ba-7727-94ad-dd4ff61410c3', '01a1f927-be68-766c-9b30-4772752b77cd', 'contact', '01a1f978-b580-7621-9f5f-9cdcd7a1f4a6', 'priya@fiveboroughbuilders.example', '2026-11-20T14:37:53.466+00:00', '{"channel":"call","note":null}', NULL);

INSERT INTO estimate_exports (id, actor_id, actor_email, at) VALUES
  ('80acbb13-bc4b-4d05-96b9-4d111dc7fdb5', '01a1f978-b580-70de-97c7-ed4a7ff911ea', 'tom@fiveboroughbuilders.example', '2026-11-20T15:00:00.000+00:00');

INSERT INTO estimate_export_batches (id, export_id, first_id, last_id, estimate_ids) VALUES
  ('d274f4d4-1be3-4ff4-8521-45f8a2af0969', '80acbb13-bc4b-4d05-96b9-4d111dc7fdb5', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', '01a1f927-be68-766c-9b30-4772752b77cd', '019f8a0b-19c9-7591-b73b-2c345bb42ef9,01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4,01a1f927-be68-766c-9b30-4772752b77cd');

INSERT INTO sessions (id, user_id, access_digest, access_expires_at, refresh_digest, parent_digest, parent_access_digest, refreshed_at, refresh_count, device, created_at, last_used_at, expires_at) VALUES
  ('d82263ca-16e5-4f19-a7ee-4e972091a375', '01a1f978-b580-70de-97c7-ed4a7ff911ea', '38b0dec0f96d4364b5b0af94fdf5952e38b0dec0f96d4364b5b0af94fdf5952e', '2026-11-20T16:00:00.000+00:00', '6b389327f21342ada7d43a6aee4945506b389327f21342ada7d43a6aee494550', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 0, 'Mozilla/5.0', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', '2026-12-20T15:00:00.000+00:00');

INSERT INTO email_tokens (id, digest, user_id, purpose, created_at, expires_at) VALUES
  ('039a5ed0-ddb6-4683-9d8e-4d2538d2e038', 'ef643f7262604585b7b5a0a1bc367a65ef643f7262604585b7b5a0a1bc367a65', '01a1f978-b580-70de-97c7-ed4a7ff911ea', 'reset', '2026-11-20T15:00:00.000+00:00', '2026-11-20T16:00:00.000+00:00');

INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES
  ('15fec053ac16436e9ea3f8475f3ed82415fec053ac16436e9ea3f8475f3ed824', 3, 1, '2026-11-20T16:00:00.000+00:00');

INSERT INTO settings (name, value, created_at) VALUES
  ('password-cost', '10', '2026-11-20T15:00:00.000+00:00');
