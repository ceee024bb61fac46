INSERT INTO users (id, email, password_hash, role, confirmed_at, pending_digest, created_at) VALUES
  ('01a1f978-b580-715a-b184-fdecdb3055c7', 'priya@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00'),
  ('01a1f978-b580-7598-ada0-c2e9f4571c58', 'tom@fiveboroughbuilders.example', NULL, 'staff', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00'),
  ('01a1f978-b580-77b0-ae7c-4c0612d0947f', 'maria@fiveboroughbuilders.example', '$2b$10$96HD5Rlivpa27gpGo9xiceFzuf0w1LEREbbF8qj1XKjnfvZT9U/8S', 'admin', '2026-11-20T15:00:00.000+00:00', NULL, '2026-11-20T15:00:00.000+00:00');

INSERT INTO project_estimates (id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range, square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest) VALUES
  ('019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'V3PN-CZN5', 'Hanna Rahimi', 'hanna.rahimi@example.com', '(212) 555-0151', 'bathroom-remodel', 'Tub out, walk-in shower in, with a bench and a niche. There was a leak to the neighbors below once.', 'Sunset Park, Brooklyn, NY 11220', '1-2-months', '50k-100k', 130, 'other', 'We are away in the second half of next month and could leave the keys.', FALSE, 'completed', '2026-07-22T13:36:51.145+00:00', 'e2277ce2-b7dc-440e-844b-72639bb03a9d', 'y2o9C-cqYxiUJzy67AH15j3bs7TJOoq_0afe7xNiuYc', 'TOEPJlWU7mv1fyJDR9-Z1wluxv1STx4IFFjrW2HJiII'),
  ('01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'CDR6-K6R5', 'Teresa Rahimi', 'teresa.rahimi@example.com', '(646) 555-0191', 'deck-patio', 'A deck off the parlor floor with stairs to the garden, and bluestone below.', 'Pelham Bay, The Bronx, NY 10461', '3-6-months', '25k-50k', 575, 'multi-family', NULL, FALSE, 'completed', '2026-09-20T21:56:58.503+00:00', '245625d9-a08b-42ea-b16e-7032a08f3080', 'R5tiV3Lwt0S8iujgk1wz54P8Yy2Uj-MpP29x1tKcRCM', 'fYj5WP_LBzAhtDENDVUVo0be13PwsZTY9813lgqz4c8'),
  ('01a1f927-be68-766c-9b30-4772752b77cd', 'BY43-RWCV', 'June Ibarra', 'june.ibarra@example.com', '(646) 555-0114', 'commercial', 'A bakery moves into a former bank: counters, three-phase power, a floor that takes the ovens.', 'Park Slope, Brooklyn, NY 11215', '6-12-months', '100k-250k', 4530, 'commercial', NULL, FALSE, 'new', '2026-11-20T13:31:33.864+00:00', '7269002c-8119-46fb-a5d3-00c6708bbfc5', 'jOsOQg3fopG76kXz-CwYZmCsuf0gjaob-Mj5gAPnySc', '3lepdSnMuFdZMyEvXze0WFK8x5VUERYy7D8XiZ52dJc');

INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, claim_token, last_error, provider_id, created_at, sent_at, address) VALUES
  ('1d79e81b-c594-438b-a084-c36f66dd1664', 'estimate.visitor', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('5cee952b-1f40-4eae-8e43-85502e8967f4', 'estimate.staff', '01a1f927-be68-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('65bebaa6-4892-4099-9e0c-5c04d843c920', 'estimate.staff', '01a0c0d2-8a07-77af-8b2d-e2ef0c92c4f4', 'pending', 1, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('9a7a4f4c-87d8-40a3-a0b3-0818c8bc1008', 'estimate.visitor', '01a1f927-be68-766c-9b30-4772752b77cd', 'failed', 2, '2026-11-19T15:00:00.000+00:00', NULL, 'The mail service responded with 503', NULL, '2026-11-19T15:00:00.000+00:00', NULL, NULL),
  ('b72a4db1-9b4b-4868-a2e9-7eb7363d4405', 'estimate.visitor', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '3fce686b-eb98-4fa7-8362-14e73150dbb5', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL),
  ('e4dc3648-80db-45d1-9901-02daaa22eead', 'estimate.staff', '019f8a0b-19c9-7591-b73b-2c345bb42ef9', 'sent', 0, '2026-11-19T15:00:00.000+00:00', NULL, NULL, '934e4fba-a7a7-4dbb-8d8d-4db980b47ba7', '2026-11-19T15:00:00.000+00:00', '2026-11-19T15:00:00.000+00:00', NULL);

INSERT INTO sessions (id, user_id, access_digest, access_expires_at, refresh_digest, parent_digest, parent_access_digest, refreshed_at, refresh_count, device, created_at, last_used_at, expires_at) VALUES
  ('fa1be84f-cc04-46cc-9912-10ad8e18c5ef', '01a1f978-b580-715a-b184-fdecdb3055c7', '4f34421734e14b2daa2be2f8d6e91d0a4f34421734e14b2daa2be2f8d6e91d0a', '2026-11-20T16:00:00.000+00:00', '02e3ddcbda86431b876d65ef8b9f5ca802e3ddcbda86431b876d65ef8b9f5ca8', NULL, NULL, '2026-11-20T15:00:00.000+00:00', 0, 'Mozilla/5.0', '2026-11-20T15:00:00.000+00:00', '2026-11-20T15:00:00.000+00:00', '2026-12-20T15:00:00.000+00:00');

INSERT INTO email_tokens (id, digest, user_id, purpose, created_at, expires_at) VALUES
  ('fb7ad33d-0b93-4766-a021-e99c5b19e22f', 'a672deb577ef4523a739f653d06cc7b8a672deb577ef4523a739f653d06cc7b8', '01a1f978-b580-715a-b184-fdecdb3055c7', 'reset', '2026-11-20T15:00:00.000+00:00', '2026-11-20T16:00:00.000+00:00');

INSERT INTO attempts (key, hits, blocks, window_ends_at) VALUES
  ('83dd74a8d2b341ffa94705cfddf1b48183dd74a8d2b341ffa94705cfddf1b481', 3, 1, '2026-11-20T16:00:00.000+00:00');

INSERT INTO settings (name, value, created_at) VALUES
  ('password-cost', '10', '2026-11-20T15:00:00.000+00:00');
