CREATE FUNCTION public.estimate_search_words(texts text, phone text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT array_to_tsvector(array_remove(
    ARRAY(
      SELECT left("word", 60) FROM string_to_table(
        regexp_replace(
          translate(
            lower(regexp_replace(normalize("texts", NFD), '[\u0300-\u036f]', '', 'g')),
            'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЃЌЂЉЊЋЏ',
            'αβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяєіѓќђљњћџ'),
          '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df\u2000-\u206f\u20a0-\u20cf\u2190-\u245f\u249c-\u24e9\u2500-\u2775\u2794-\u2bff\u2e00-\u2e2e\u2e30-\u2e7f\u3000-\u3004\u3008-\u3020\u30fb\ufe00-\ufe6f\uff01-\uff0f\uff1a-\uff20\U0001f000-\U0001fbef]+',
          ' ', 'g'),
        ' ') AS "word"
      UNION ALL
      SELECT '#' || substr(translate("phone", ' ()-.+/', ''), "start") FROM generate_series(1, 13) AS "start"),
    ''))
$$;
CREATE TABLE public.project_estimates (
    id text NOT NULL,
    reference text NOT NULL,
    name character varying(100) NOT NULL,
    email character varying(150) NOT NULL,
    phone character varying(30),
    project_type character varying(50) NOT NULL,
    project_description character varying(2000),
    location character varying(120) NOT NULL,
    timeline character varying(50) NOT NULL,
    budget_range character varying(50) NOT NULL,
    square_footage integer,
    property_type character varying(50),
    specific_requirements character varying(2000),
    urgent boolean DEFAULT false NOT NULL,
    status text DEFAULT 'new'::text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    request_key text NOT NULL,
    values_digest text NOT NULL,
    sender_digest text NOT NULL,
    assignee_id text,
    first_contact_at timestamp(3) with time zone,
    follow_up_on text,
    outcome text DEFAULT 'open'::text NOT NULL,
    outcome_reason text,
    version integer DEFAULT 1 NOT NULL,
    due_at timestamp(3) with time zone,
    email_key text DEFAULT ''::text NOT NULL,
    phone_digits text,
    quarantine_reasons text,
    quarantined_at timestamp(3) with time zone,
    spam_at timestamp(3) with time zone,
    search_words tsvector GENERATED ALWAYS AS (public.estimate_search_words((((((((((((name)::text || ' '::text) || (email)::text) || ' '::text) || reference) || ' '::text) || (location)::text) || ' '::text) || (COALESCE(project_description, ''::character varying))::text) || ' '::text) || (COALESCE(specific_requirements, ''::character varying))::text), (COALESCE(phone, ''::character varying))::text)) STORED,
    source text DEFAULT 'website'::text NOT NULL,
    completed_at timestamp(3) with time zone,
    erased_at timestamp(3) with time zone
);
CREATE FUNCTION public.estimate_assignee_count(estimate public.project_estimates, change integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF "estimate"."assignee_id" IS NULL OR "estimate"."quarantined_at" IS NOT NULL THEN
    RETURN;
  END IF;
  INSERT INTO "estimate_assignee_weeks" AS "kept" VALUES (
    floor((date_part('epoch', "estimate"."created_at") + 2208970800) / 604800)::integer, "estimate"."assignee_id", "estimate"."outcome", estimate_shard(), "change",
    CASE WHEN coalesce("estimate"."first_contact_at", "estimate"."due_at") IS NULL THEN 0 ELSE "change" END,
    CASE WHEN "estimate"."first_contact_at" <= "estimate"."due_at" THEN "change" ELSE 0 END)
  ON CONFLICT ("week", "assignee_id", "outcome", "shard")
  DO UPDATE SET "requests" = "kept"."requests" + excluded."requests", "judged" = "kept"."judged" + excluded."judged",
    "in_time" = "kept"."in_time" + excluded."in_time";
END
$$;
CREATE FUNCTION public.estimate_assignee_forget() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM "estimate_assignee_weeks";
  RETURN NULL;
END
$$;
CREATE FUNCTION public.estimate_assignee_recount() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM estimate_assignee_count(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM estimate_assignee_count(NEW, 1);
  END IF;
  RETURN NULL;
END
$$;
CREATE FUNCTION public.estimate_closed_count(estimate public.project_estimates, change integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF "estimate"."outcome" = 'open' OR "estimate"."quarantined_at" IS NOT NULL THEN
    RETURN;
  END IF;
  INSERT INTO "estimate_closed_totals" AS "kept" VALUES (
    "estimate"."project_type", "estimate"."budget_range", "estimate"."timeline", "estimate"."status", "estimate"."urgent",
    coalesce("estimate"."assignee_id", ''), "estimate"."outcome", estimate_shard(), "change")
  ON CONFLICT ("project_type", "budget_range", "timeline", "status", "urgent", "assignee_id", "outcome", "shard")
  DO UPDATE SET "total" = "kept"."total" + excluded."total";
END
$$;
CREATE FUNCTION public.estimate_closed_forget() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM "estimate_closed_totals";
  RETURN NULL;
END
$$;
CREATE FUNCTION public.estimate_closed_recount() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM estimate_closed_count(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM estimate_closed_count(NEW, 1);
  END IF;
  RETURN NULL;
END
$$;
CREATE FUNCTION public.estimate_count(estimate public.project_estimates, change integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  "own_shard" INTEGER := estimate_shard();
  "own_week" INTEGER := floor((date_part('epoch', "estimate"."created_at") + 2208970800) / 604800)::integer;
BEGIN
  INSERT INTO "estimate_totals" AS "kept" VALUES (
    "estimate"."project_type", "estimate"."budget_range", "estimate"."timeline", "estimate"."status", "estimate"."urgent",
    coalesce("estimate"."assignee_id", ''), CASE WHEN "estimate"."quarantined_at" IS NULL THEN 'none' WHEN "estimate"."spam_at" IS NULL THEN 'quarantined' ELSE 'confirmed' END, "own_shard", "change")
  ON CONFLICT ("project_type", "budget_range", "timeline", "status", "urgent", "assignee_id", "spam", "shard")
  DO UPDATE SET "total" = "kept"."total" + excluded."total";
  IF "estimate"."quarantined_at" IS NOT NULL THEN
    RETURN;
  END IF;
  INSERT INTO "estimate_weeks" AS "kept" VALUES (
    "own_week", "estimate"."project_type", "estimate"."budget_range", "estimate"."outcome", "own_shard", "change",
    CASE WHEN coalesce("estimate"."first_contact_at", "estimate"."due_at") IS NULL THEN 0 ELSE "change" END,
    CASE WHEN "estimate"."first_contact_at" <= "estimate"."due_at" THEN "change" ELSE 0 END)
  ON CONFLICT ("week", "project_type", "budget_range", "outcome", "shard")
  DO UPDATE SET "requests" = "kept"."requests" + excluded."requests", "judged" = "kept"."judged" + excluded."judged",
    "in_time" = "kept"."in_time" + excluded."in_time";
  IF "estimate"."first_contact_at" IS NOT NULL AND "estimate"."due_at" IS NOT NULL THEN
    INSERT INTO "estimate_response_hours" AS "kept" VALUES ("own_week", greatest(0, 86400000 + round(date_part('epoch', "estimate"."first_contact_at" - "estimate"."due_at") * 1000)::bigint) / 3600000, "own_shard", "change")
    ON CONFLICT ("week", "hours", "shard") DO UPDATE SET "total" = "kept"."total" + excluded."total";
  END IF;
END
$$;
CREATE FUNCTION public.estimate_forget_counts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM "estimate_totals";
  DELETE FROM "estimate_weeks";
  DELETE FROM "estimate_response_hours";
  RETURN NULL;
END
$$;
CREATE FUNCTION public.estimate_late_count(estimate public.project_estimates, change integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF "estimate"."first_contact_at" IS NULL OR "estimate"."first_contact_at" <= "estimate"."due_at" OR "estimate"."quarantined_at" IS NOT NULL THEN
    RETURN;
  END IF;
  INSERT INTO "estimate_late_totals" AS "kept" VALUES (
    "estimate"."project_type", "estimate"."budget_range", "estimate"."timeline", "estimate"."status", "estimate"."urgent",
    coalesce("estimate"."assignee_id", ''), "estimate"."outcome", "estimate"."due_at" IS NOT NULL, estimate_shard(), "change")
  ON CONFLICT ("project_type", "budget_range", "timeline", "status", "urgent", "assignee_id", "outcome", "had_deadline", "shard")
  DO UPDATE SET "total" = "kept"."total" + excluded."total";
END
$$;
CREATE FUNCTION public.estimate_late_forget() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM "estimate_late_totals";
  RETURN NULL;
END
$$;
CREATE FUNCTION public.estimate_late_recount() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM estimate_late_count(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM estimate_late_count(NEW, 1);
  END IF;
  RETURN NULL;
END
$$;
CREATE FUNCTION public.estimate_recount() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM estimate_count(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM estimate_count(NEW, 1);
  END IF;
  RETURN NULL;
END
$$;
CREATE FUNCTION public.estimate_shard() RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
  "shard" INTEGER := 0;
BEGIN
  WHILE NOT pg_try_advisory_xact_lock(510716249, "shard") LOOP
    "shard" := "shard" + 1;
  END LOOP;
  RETURN "shard";
END
$$;
CREATE TABLE public._prisma_migrations (
    id character varying(36) NOT NULL,
    checksum character varying(64) NOT NULL,
    finished_at timestamp with time zone,
    migration_name character varying(255) NOT NULL,
    logs text,
    rolled_back_at timestamp with time zone,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_steps_count integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.attempts (
    key text NOT NULL,
    hits integer NOT NULL,
    blocks integer DEFAULT 0 NOT NULL,
    window_ends_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.audit_entries (
    id text NOT NULL,
    kind text NOT NULL,
    actor_id text,
    actor_email text,
    subject_id text,
    subject_email text,
    at timestamp(3) with time zone NOT NULL,
    details text NOT NULL
);
CREATE TABLE public.email_change_links (
    digest text NOT NULL,
    change_id text NOT NULL,
    purpose text NOT NULL
);
CREATE TABLE public.email_changes (
    id text NOT NULL,
    user_id text NOT NULL,
    from_email text NOT NULL,
    to_email text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    confirmed_at timestamp(3) with time zone,
    undone_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    message_id text NOT NULL
);
CREATE TABLE public.email_tokens (
    id text NOT NULL,
    digest text NOT NULL,
    user_id text NOT NULL,
    purpose text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.estimate_assignee_weeks (
    week integer NOT NULL,
    assignee_id text NOT NULL,
    outcome text NOT NULL,
    shard integer DEFAULT 0 NOT NULL,
    requests integer NOT NULL,
    judged integer NOT NULL,
    in_time integer NOT NULL
)
WITH (fillfactor='70');
CREATE TABLE public.estimate_closed_totals (
    project_type text NOT NULL,
    budget_range text NOT NULL,
    timeline text NOT NULL,
    status text NOT NULL,
    urgent boolean NOT NULL,
    assignee_id text NOT NULL,
    outcome text NOT NULL,
    shard integer DEFAULT 0 NOT NULL,
    total integer NOT NULL
)
WITH (fillfactor='70');
CREATE TABLE public.estimate_events (
    id text NOT NULL,
    estimate_id text NOT NULL,
    kind text NOT NULL,
    actor_id text,
    actor_email text,
    at timestamp(3) with time zone NOT NULL,
    details text NOT NULL,
    entry_key text,
    actor_name text
);
CREATE TABLE public.estimate_export_batches (
    id text NOT NULL,
    export_id text NOT NULL,
    first_id text NOT NULL,
    last_id text NOT NULL,
    estimate_ids text NOT NULL
);
CREATE TABLE public.estimate_exports (
    id text NOT NULL,
    actor_id text NOT NULL,
    actor_email text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor_name text
);
CREATE TABLE public.estimate_late_totals (
    project_type text NOT NULL,
    budget_range text NOT NULL,
    timeline text NOT NULL,
    status text NOT NULL,
    urgent boolean NOT NULL,
    assignee_id text NOT NULL,
    outcome text NOT NULL,
    had_deadline boolean NOT NULL,
    shard integer DEFAULT 0 NOT NULL,
    total integer NOT NULL
)
WITH (fillfactor='70');
CREATE TABLE public.estimate_response_hours (
    week integer NOT NULL,
    hours integer NOT NULL,
    shard integer DEFAULT 0 NOT NULL,
    total integer NOT NULL
)
WITH (fillfactor='70');
CREATE TABLE public.estimate_totals (
    project_type text NOT NULL,
    budget_range text NOT NULL,
    timeline text NOT NULL,
    status text NOT NULL,
    urgent boolean NOT NULL,
    assignee_id text NOT NULL,
    spam text NOT NULL,
    shard integer DEFAULT 0 NOT NULL,
    total integer NOT NULL
)
WITH (fillfactor='70');
CREATE TABLE public.estimate_weeks (
    week integer NOT NULL,
    project_type text NOT NULL,
    budget_range text NOT NULL,
    outcome text NOT NULL,
    shard integer DEFAULT 0 NOT NULL,
    requests integer NOT NULL,
    judged integer NOT NULL,
    in_time integer NOT NULL
)
WITH (fillfactor='70');
CREATE TABLE public.nudges (
    id text NOT NULL,
    kind text NOT NULL,
    user_id text NOT NULL,
    subject text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    more_subjects text
);
CREATE TABLE public.outbox_messages (
    id text NOT NULL,
    kind text NOT NULL,
    estimate_id text,
    state text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp(3) with time zone NOT NULL,
    claim_token text,
    last_error text,
    provider_id text,
    created_at timestamp(3) with time zone NOT NULL,
    sent_at timestamp(3) with time zone,
    address text
);
CREATE TABLE public.passkeys (
    id text NOT NULL,
    credential_id text NOT NULL,
    user_id text NOT NULL,
    public_key text NOT NULL,
    counter text NOT NULL,
    transports text NOT NULL,
    name text NOT NULL,
    backed_up boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone
);
CREATE TABLE public.recovery_codes (
    id text NOT NULL,
    user_id text NOT NULL,
    digest text NOT NULL,
    used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.saved_views (
    id text NOT NULL,
    owner_id text NOT NULL,
    name text NOT NULL,
    shared boolean DEFAULT false NOT NULL,
    search text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.sessions (
    id text NOT NULL,
    user_id text NOT NULL,
    access_digest text NOT NULL,
    access_expires_at timestamp(3) with time zone NOT NULL,
    refresh_digest text NOT NULL,
    parent_digest text,
    parent_access_digest text,
    refreshed_at timestamp(3) with time zone NOT NULL,
    refresh_count integer DEFAULT 0 NOT NULL,
    device text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    verified_at timestamp(3) with time zone,
    network text
);
CREATE TABLE public.settings (
    name text NOT NULL,
    value text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.sign_in_challenges (
    digest text NOT NULL,
    user_id text,
    purpose text NOT NULL,
    challenge text,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.totp_secrets (
    user_id text NOT NULL,
    secret text,
    pending_secret text,
    pending_at timestamp(3) with time zone,
    confirmed_at timestamp(3) with time zone,
    last_step integer
);
CREATE TABLE public.users (
    id text NOT NULL,
    email text NOT NULL,
    password_hash text,
    role text DEFAULT 'user'::text NOT NULL,
    confirmed_at timestamp(3) with time zone,
    pending_digest text,
    created_at timestamp(3) with time zone NOT NULL,
    new_estimates_since timestamp(3) with time zone,
    notify_assigned boolean DEFAULT true NOT NULL,
    notify_deadlines boolean DEFAULT true NOT NULL,
    notify_digest boolean DEFAULT true NOT NULL,
    second_factor_at timestamp(3) with time zone,
    invited_at timestamp(3) with time zone,
    invited_by_id text,
    name text
);
ALTER TABLE ONLY public._prisma_migrations
    ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.email_change_links
    ADD CONSTRAINT email_change_links_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT email_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.email_tokens
    ADD CONSTRAINT email_tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.estimate_assignee_weeks
    ADD CONSTRAINT estimate_assignee_weeks_pkey PRIMARY KEY (week, assignee_id, outcome, shard);
ALTER TABLE ONLY public.estimate_closed_totals
    ADD CONSTRAINT estimate_closed_totals_pkey PRIMARY KEY (project_type, budget_range, timeline, status, urgent, assignee_id, outcome, shard);
ALTER TABLE ONLY public.estimate_events
    ADD CONSTRAINT estimate_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.estimate_export_batches
    ADD CONSTRAINT estimate_export_batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.estimate_exports
    ADD CONSTRAINT estimate_exports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.estimate_late_totals
    ADD CONSTRAINT estimate_late_totals_pkey PRIMARY KEY (project_type, budget_range, timeline, status, urgent, assignee_id, outcome, had_deadline, shard);
ALTER TABLE ONLY public.estimate_response_hours
    ADD CONSTRAINT estimate_response_hours_pkey PRIMARY KEY (week, hours, shard);
ALTER TABLE ONLY public.estimate_totals
    ADD CONSTRAINT estimate_totals_pkey PRIMARY KEY (project_type, budget_range, timeline, status, urgent, assignee_id, spam, shard);
ALTER TABLE ONLY public.estimate_weeks
    ADD CONSTRAINT estimate_weeks_pkey PRIMARY KEY (week, project_type, budget_range, outcome, shard);
ALTER TABLE ONLY public.nudges
    ADD CONSTRAINT nudges_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.outbox_messages
    ADD CONSTRAINT outbox_messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.project_estimates
    ADD CONSTRAINT project_estimates_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.sign_in_challenges
    ADD CONSTRAINT sign_in_challenges_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.totp_secrets
    ADD CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
CREATE INDEX attempts_window_ends_at_idx ON public.attempts USING btree (window_ends_at);
CREATE INDEX audit_entries_actor_id_id_idx ON public.audit_entries USING btree (actor_id, id);
CREATE INDEX audit_entries_at_idx ON public.audit_entries USING btree (at);
CREATE INDEX audit_entries_kind_id_idx ON public.audit_entries USING btree (kind, id);
CREATE INDEX audit_entries_subject_id_id_idx ON public.audit_entries USING btree (subject_id, id);
CREATE INDEX email_change_links_change_id_idx ON public.email_change_links USING btree (change_id);
CREATE INDEX email_changes_expires_at_idx ON public.email_changes USING btree (expires_at);
CREATE UNIQUE INDEX email_changes_message_id_key ON public.email_changes USING btree (message_id);
CREATE INDEX email_changes_user_id_idx ON public.email_changes USING btree (user_id);
CREATE UNIQUE INDEX email_tokens_digest_key ON public.email_tokens USING btree (digest);
CREATE INDEX email_tokens_expires_at_idx ON public.email_tokens USING btree (expires_at);
CREATE INDEX email_tokens_user_id_idx ON public.email_tokens USING btree (user_id);
CREATE UNIQUE INDEX estimate_events_entry_key_key ON public.estimate_events USING btree (entry_key);
CREATE INDEX estimate_events_estimate_id_id_idx ON public.estimate_events USING btree (estimate_id, id);
CREATE INDEX estimate_export_batches_export_id_idx ON public.estimate_export_batches USING btree (export_id);
CREATE INDEX estimate_export_batches_last_id_first_id_idx ON public.estimate_export_batches USING btree (last_id, first_id);
CREATE INDEX nudges_created_at_idx ON public.nudges USING btree (created_at);
CREATE UNIQUE INDEX nudges_user_id_kind_subject_key ON public.nudges USING btree (user_id, kind, subject);
CREATE INDEX outbox_messages_claim_token_idx ON public.outbox_messages USING btree (claim_token);
CREATE INDEX outbox_messages_estimate_id_idx ON public.outbox_messages USING btree (estimate_id);
CREATE INDEX outbox_messages_state_next_attempt_at_idx ON public.outbox_messages USING btree (state, next_attempt_at);
CREATE UNIQUE INDEX passkeys_credential_id_key ON public.passkeys USING btree (credential_id);
CREATE INDEX passkeys_user_id_idx ON public.passkeys USING btree (user_id);
CREATE INDEX project_estimates_assigned_idx ON public.project_estimates USING btree (assignee_id, created_at, id, first_contact_at, due_at, follow_up_on, outcome, quarantined_at, erased_at) WHERE ((assignee_id IS NOT NULL) AND (outcome = 'open'::text) AND (quarantined_at IS NULL));
CREATE INDEX project_estimates_budget_idx ON public.project_estimates USING btree ((
CASE budget_range
    WHEN 'under-10k'::text THEN 1
    WHEN '10k-25k'::text THEN 2
    WHEN '25k-50k'::text THEN 3
    WHEN '50k-100k'::text THEN 4
    WHEN '100k-250k'::text THEN 5
    WHEN '250k-500k'::text THEN 6
    WHEN 'over-500k'::text THEN 7
    ELSE 0
END), created_at, id) WHERE (quarantined_at IS NULL);
CREATE INDEX project_estimates_closed_idx ON public.project_estimates USING btree (created_at, id, outcome, status, urgent, project_type, budget_range, timeline, assignee_id, first_contact_at, due_at, follow_up_on) WHERE ((outcome <> 'open'::text) AND (quarantined_at IS NULL));
CREATE INDEX project_estimates_completed_idx ON public.project_estimates USING btree (completed_at, id) WHERE ((status = 'completed'::text) AND (quarantined_at IS NULL) AND (erased_at IS NULL));
CREATE INDEX project_estimates_email_key_idx ON public.project_estimates USING btree (email_key);
CREATE INDEX project_estimates_facets_idx ON public.project_estimates USING btree (project_type, budget_range, timeline, status, urgent, COALESCE(assignee_id, ''::text), created_at) INCLUDE (assignee_id) WHERE (quarantined_at IS NULL);
CREATE INDEX project_estimates_finding_idx ON public.project_estimates USING btree (created_at, id, quarantined_at, status, urgent, project_type, budget_range, timeline, assignee_id, first_contact_at, due_at, spam_at, outcome, follow_up_on);
CREATE INDEX project_estimates_follow_up_day_idx ON public.project_estimates USING btree (follow_up_on, id, first_contact_at, due_at, assignee_id, quarantined_at) WHERE ((follow_up_on IS NOT NULL) AND (quarantined_at IS NULL));
CREATE INDEX project_estimates_follow_up_idx ON public.project_estimates USING btree (created_at, id, follow_up_on, status, urgent, project_type, budget_range, timeline, assignee_id, first_contact_at, due_at, outcome) WHERE ((follow_up_on IS NOT NULL) AND (quarantined_at IS NULL));
CREATE INDEX project_estimates_late_idx ON public.project_estimates USING btree (created_at, id, first_contact_at, due_at, status, urgent, project_type, budget_range, timeline, assignee_id, outcome, follow_up_on, quarantined_at) WHERE ((first_contact_at IS NOT NULL) AND ((due_at IS NULL) OR (first_contact_at > due_at)) AND (quarantined_at IS NULL));
CREATE INDEX project_estimates_phone_digits_idx ON public.project_estimates USING btree (phone_digits);
CREATE INDEX project_estimates_quarantined_idx ON public.project_estimates USING btree (created_at, id, spam_at) WHERE (quarantined_at IS NOT NULL);
CREATE UNIQUE INDEX project_estimates_reference_key ON public.project_estimates USING btree (reference);
CREATE UNIQUE INDEX project_estimates_request_key_key ON public.project_estimates USING btree (request_key);
CREATE INDEX project_estimates_response_idx ON public.project_estimates USING btree (GREATEST((0)::bigint, (86400000 + (round((date_part('epoch'::text, (first_contact_at - due_at)) * (1000)::double precision)))::bigint)), created_at) INCLUDE (first_contact_at, due_at) WHERE ((first_contact_at IS NOT NULL) AND (due_at IS NOT NULL) AND (quarantined_at IS NULL));
CREATE INDEX project_estimates_search_words_idx ON public.project_estimates USING gin (search_words);
CREATE INDEX project_estimates_sender_digest_created_at_idx ON public.project_estimates USING btree (sender_digest, created_at);
CREATE INDEX project_estimates_spam_idx ON public.project_estimates USING btree (spam_at, id) WHERE ((spam_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX project_estimates_unassigned_idx ON public.project_estimates USING btree (created_at, id, first_contact_at, due_at, follow_up_on, status, outcome, assignee_id, quarantined_at, erased_at) WHERE ((status = 'new'::text) AND (outcome = 'open'::text) AND (assignee_id IS NULL) AND (quarantined_at IS NULL));
CREATE INDEX project_estimates_waiting_idx ON public.project_estimates USING btree (due_at, id, created_at, status, urgent, project_type, budget_range, timeline, assignee_id, outcome, follow_up_on, erased_at) WHERE ((first_contact_at IS NULL) AND (quarantined_at IS NULL));
CREATE UNIQUE INDEX recovery_codes_digest_key ON public.recovery_codes USING btree (digest);
CREATE INDEX recovery_codes_user_id_idx ON public.recovery_codes USING btree (user_id);
CREATE INDEX saved_views_owner_id_idx ON public.saved_views USING btree (owner_id);
CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);
CREATE INDEX sign_in_challenges_expires_at_idx ON public.sign_in_challenges USING btree (expires_at);
CREATE INDEX sign_in_challenges_user_id_idx ON public.sign_in_challenges USING btree (user_id);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (email);
CREATE INDEX users_role_idx ON public.users USING btree (role);
CREATE TRIGGER estimate_assignee_weeks_delete AFTER DELETE ON public.project_estimates FOR EACH ROW WHEN ((old.assignee_id IS NOT NULL)) EXECUTE FUNCTION public.estimate_assignee_recount();
CREATE TRIGGER estimate_assignee_weeks_insert AFTER INSERT ON public.project_estimates FOR EACH ROW WHEN ((new.assignee_id IS NOT NULL)) EXECUTE FUNCTION public.estimate_assignee_recount();
CREATE TRIGGER estimate_assignee_weeks_truncate AFTER TRUNCATE ON public.project_estimates FOR EACH STATEMENT EXECUTE FUNCTION public.estimate_assignee_forget();
CREATE TRIGGER estimate_assignee_weeks_update AFTER UPDATE OF created_at, quarantined_at, assignee_id, outcome, first_contact_at, due_at ON public.project_estimates FOR EACH ROW WHEN (((old.assignee_id IS NOT NULL) OR (new.assignee_id IS NOT NULL))) EXECUTE FUNCTION public.estimate_assignee_recount();
CREATE TRIGGER estimate_closed_totals_delete AFTER DELETE ON public.project_estimates FOR EACH ROW WHEN ((old.outcome <> 'open'::text)) EXECUTE FUNCTION public.estimate_closed_recount();
CREATE TRIGGER estimate_closed_totals_insert AFTER INSERT ON public.project_estimates FOR EACH ROW WHEN ((new.outcome <> 'open'::text)) EXECUTE FUNCTION public.estimate_closed_recount();
CREATE TRIGGER estimate_closed_totals_truncate AFTER TRUNCATE ON public.project_estimates FOR EACH STATEMENT EXECUTE FUNCTION public.estimate_closed_forget();
CREATE TRIGGER estimate_closed_totals_update AFTER UPDATE OF quarantined_at, status, urgent, project_type, budget_range, timeline, assignee_id, outcome ON public.project_estimates FOR EACH ROW WHEN (((old.outcome <> 'open'::text) OR (new.outcome <> 'open'::text))) EXECUTE FUNCTION public.estimate_closed_recount();
CREATE TRIGGER estimate_late_totals_delete AFTER DELETE ON public.project_estimates FOR EACH ROW WHEN ((old.first_contact_at IS NOT NULL)) EXECUTE FUNCTION public.estimate_late_recount();
CREATE TRIGGER estimate_late_totals_insert AFTER INSERT ON public.project_estimates FOR EACH ROW WHEN ((new.first_contact_at IS NOT NULL)) EXECUTE FUNCTION public.estimate_late_recount();
CREATE TRIGGER estimate_late_totals_truncate AFTER TRUNCATE ON public.project_estimates FOR EACH STATEMENT EXECUTE FUNCTION public.estimate_late_forget();
CREATE TRIGGER estimate_late_totals_update AFTER UPDATE OF quarantined_at, status, urgent, project_type, budget_range, timeline, assignee_id, outcome, first_contact_at, due_at ON public.project_estimates FOR EACH ROW WHEN (((old.first_contact_at IS NOT NULL) OR (new.first_contact_at IS NOT NULL))) EXECUTE FUNCTION public.estimate_late_recount();
CREATE TRIGGER estimate_totals_truncate AFTER TRUNCATE ON public.project_estimates FOR EACH STATEMENT EXECUTE FUNCTION public.estimate_forget_counts();
CREATE TRIGGER estimate_totals_write AFTER INSERT OR DELETE OR UPDATE OF created_at, quarantined_at, spam_at, status, urgent, project_type, budget_range, timeline, assignee_id, outcome, first_contact_at, due_at ON public.project_estimates FOR EACH ROW EXECUTE FUNCTION public.estimate_recount();
ALTER TABLE ONLY public.email_change_links
    ADD CONSTRAINT email_change_links_change_id_fkey FOREIGN KEY (change_id) REFERENCES public.email_changes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.email_tokens
    ADD CONSTRAINT email_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.estimate_events
    ADD CONSTRAINT estimate_events_estimate_id_fkey FOREIGN KEY (estimate_id) REFERENCES public.project_estimates(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.estimate_export_batches
    ADD CONSTRAINT estimate_export_batches_export_id_fkey FOREIGN KEY (export_id) REFERENCES public.estimate_exports(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.nudges
    ADD CONSTRAINT nudges_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.outbox_messages
    ADD CONSTRAINT outbox_messages_estimate_id_fkey FOREIGN KEY (estimate_id) REFERENCES public.project_estimates(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.project_estimates
    ADD CONSTRAINT project_estimates_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES public.users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_in_challenges
    ADD CONSTRAINT sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.totp_secrets
    ADD CONSTRAINT totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON UPDATE CASCADE ON DELETE CASCADE;
INSERT INTO public._prisma_migrations VALUES ('639afcbb-d376-4287-b22b-0bd5b100e7e1', '7a4165999539d9dbef6fbec22c2b978b135c8ae9ffb84f01cb91fea4fcf5fd03', '2026-11-28 04:37:34.568686+00', '20261121030156_init', NULL, NULL, '2026-11-28 04:37:34.352+00', 1);
INSERT INTO public._prisma_migrations VALUES ('ff101a60-f3e0-42a9-a20a-7cf30a174cd1', 'e61e86d1966732a9ef4b7d5edd5f044c3e956f64d8a90ba64568d0c02d09ef77', '2026-11-28 04:37:34.685236+00', '20261121054815_accounts', NULL, NULL, '2026-11-28 04:37:34.587+00', 1);
INSERT INTO public._prisma_migrations VALUES ('30d14a45-beeb-4a30-90f0-c37ac093a742', '79a9290a7df983660dc4dfa158028dd55137b8b4e3f512ce805881826c196e56', '2026-11-28 04:37:34.693282+00', '20261121062031_estimate_status_index', NULL, NULL, '2026-11-28 04:37:34.688+00', 1);
INSERT INTO public._prisma_migrations VALUES ('3c940801-b6a7-4a71-a57d-2a499c930f66', '98da38c9ea500cffb0b2ed6190cf353181de43a34b65890480b37aaae992d0a4', '2026-11-28 04:37:34.810124+00', '20261121071430_request_work', NULL, NULL, '2026-11-28 04:37:34.786+00', 1);
INSERT INTO public._prisma_migrations VALUES ('f3728f68-e5f3-44f8-a121-913848c05530', '18ebb8edddda78fee3bbbe9f884c032dd71a622dd2d96e4b9eeb77ad071f9c7f', '2026-11-28 04:37:34.847122+00', '20261121091907_find_and_quarantine', NULL, NULL, '2026-11-28 04:37:34.83+00', 1);
INSERT INTO public._prisma_migrations VALUES ('6ed3c2b1-6b73-4db2-8e23-74056f161503', '326c9bd735a1c7e86fa401b7ee717fdbe486a9ecb711cca7a7ad3bdaba069ca7', '2026-11-28 04:37:35.049603+00', '20261121093611_search', NULL, NULL, '2026-11-28 04:37:35.024+00', 1);
INSERT INTO public._prisma_migrations VALUES ('7de1dfdb-38b4-4f7d-a61d-f12a5443e4d8', 'c485a13df7d39ca05e5cb4ef5d923075f688456c58b88176780d3abc132fcf73', '2026-11-28 04:37:35.064784+00', '20261121233835_entry_key', NULL, NULL, '2026-11-28 04:37:35.055+00', 1);
INSERT INTO public._prisma_migrations VALUES ('dd85d814-f808-4db4-8940-9f08abac0c0e', 'd74bdc90092a05db4c11981c9122f9f77610206cf25bf5c1757f3ddad5e2e36f', '2026-11-28 04:37:35.077258+00', '20261122035410_outcome_in_finding_index', NULL, NULL, '2026-11-28 04:37:35.067+00', 1);
INSERT INTO public._prisma_migrations VALUES ('56817d55-248b-4dde-b89f-94df63835b35', '536e92e3dce98fa8fb68960425a385c049bc48082cc55c404634413e9cc59cea', '2026-11-28 04:37:35.13918+00', '20261122150840_kept_numbers', NULL, NULL, '2026-11-28 04:37:35.081+00', 1);
INSERT INTO public._prisma_migrations VALUES ('f542fdcb-5c88-4b80-b528-1b962ff8f6f5', 'b5699a38af3bc2f39ddff06f3b4689cd7062ac975b55974042630f724fdb72af', '2026-11-28 04:37:35.142782+00', '20261122215500_export_batches_by_export', NULL, NULL, '2026-11-28 04:37:35.141+00', 1);
INSERT INTO public._prisma_migrations VALUES ('f6b9dbdd-9b87-42d3-8a92-f9019bda3463', '2a379751cd85d2b0ddc10de4496c7ffab4dd98d1b131f02f96a1646cdd2b5ef4', '2026-11-28 04:37:35.210622+00', '20261123010000_saved_views', NULL, NULL, '2026-11-28 04:37:35.15+00', 1);
INSERT INTO public._prisma_migrations VALUES ('58875a97-40ac-4399-8b16-8cdc15fa44c5', '0df9a67e166d20e2b2045a0afd87853bc4811c52276a10c6582407a80bf0f2db', '2026-11-28 04:37:35.219169+00', '20261123011000_nudges', NULL, NULL, '2026-11-28 04:37:35.213+00', 1);
INSERT INTO public._prisma_migrations VALUES ('0749697b-5d07-4372-8f1b-ffc2c47e6ff4', '9f47c5556be07c8167b44ae11845f3df8caaae1309580501aff30b621762fb7f', '2026-11-28 04:37:35.221142+00', '20261123012000_estimate_source', NULL, NULL, '2026-11-28 04:37:35.22+00', 1);
INSERT INTO public._prisma_migrations VALUES ('29faffa4-701b-4dd0-8134-dbc73342dd37', '0deb50c35583f402c69bf11860d01098b13987263b8eee14123a51b4cf105e84', '2026-11-28 04:37:35.234002+00', '20261123013000_today', NULL, NULL, '2026-11-28 04:37:35.224+00', 1);
INSERT INTO public._prisma_migrations VALUES ('08b1e82c-9bbd-48c3-8725-bf887d4e8f67', 'b13ce5c9803a3d0225f4e67dbc18fb322c6f2130f2a095f0b9aad0045b75e0f6', '2026-11-28 04:37:35.246217+00', '20261123014000_list_filters', NULL, NULL, '2026-11-28 04:37:35.235+00', 1);
INSERT INTO public._prisma_migrations VALUES ('44e4787b-e544-482a-bd8a-2822315a6b38', 'd3e3d6c66837211a76bb5774f8129a009a785fd6dff7f00e0707c89c5accf7d1', '2026-11-28 04:37:35.256768+00', '20261124020000_audit_entries', NULL, NULL, '2026-11-28 04:37:35.248+00', 1);
INSERT INTO public._prisma_migrations VALUES ('dd775835-346f-4602-93f7-aa0f5fbc4d0a', 'bd7574f86908f22cb839588e7b00bf01461749106105438145fa319fb9ff5c8a', '2026-11-28 04:37:35.300113+00', '20261124020100_second_factor', NULL, NULL, '2026-11-28 04:37:35.262+00', 1);
INSERT INTO public._prisma_migrations VALUES ('2573bae2-7e4d-4ca7-b6b2-6d1c50c42d55', '9377b98f33308eed36ffeaca831860bb89c0734a72c49d39ea8cc2ec7ca4001d', '2026-11-28 04:37:35.324909+00', '20261124030000_own_account', NULL, NULL, '2026-11-28 04:37:35.306+00', 1);
INSERT INTO public._prisma_migrations VALUES ('382d10f1-bf57-41f2-b246-f139e993cc5a', '6e3261837963fce54cb2f4d74c41ea7913372a8388fa786c1445da9954e83335', '2026-11-28 04:37:35.343591+00', '20261124050000_closed_totals', NULL, NULL, '2026-11-28 04:37:35.328+00', 1);
INSERT INTO public._prisma_migrations VALUES ('da0bf312-bc23-45ea-aad6-db4c71cb9d83', 'd4cd49879725b36d412ece4f78f6b86b42f2803437c025e216d004de730a76e8', '2026-11-28 04:37:35.354778+00', '20261125010000_people', NULL, NULL, '2026-11-28 04:37:35.353+00', 1);
INSERT INTO public._prisma_migrations VALUES ('6cbca7ef-b1e5-4b39-a685-99e36cbd444e', '8ce0d3396865c901c8b913d0948f0afa002ffb29e0a9d0e3528717fbb5b86b41', '2026-11-28 04:37:35.384915+00', '20261125040000_erasure', NULL, NULL, '2026-11-28 04:37:35.356+00', 1);
INSERT INTO public._prisma_migrations VALUES ('34639da2-4b56-4226-8219-b2ff98c5aeaf', '5189afec6c3fbcc32a42991f1d395f0bdb82b45d7f5fa74788ee1832426b55a4', '2026-11-28 04:37:35.394373+00', '20261126010000_late_contacts', NULL, NULL, '2026-11-28 04:37:35.392+00', 1);
INSERT INTO public._prisma_migrations VALUES ('375f2035-d84a-4759-b30f-57c102ace85d', '1e955e73357b9c0c11f98968cf8829c1fe97b71f35272cbfd088dfbd64e7b83d', '2026-11-28 04:37:35.402927+00', '20261126020000_assignee_weeks', NULL, NULL, '2026-11-28 04:37:35.397+00', 1);
INSERT INTO public._prisma_migrations VALUES ('1cf98091-d638-4869-9a84-6a6bb90ecbf4', 'e1733d38c0abe24101741e7132b03203c1d2cccd25a825513059dfd1f84843bc', '2026-11-28 04:37:35.413695+00', '20261126030000_late_totals', NULL, NULL, '2026-11-28 04:37:35.407+00', 1);
