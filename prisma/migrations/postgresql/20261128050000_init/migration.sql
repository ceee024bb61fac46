-- CreateTable
CREATE TABLE "project_estimates" (
    "id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "email" VARCHAR(150) NOT NULL,
    "phone" VARCHAR(30),
    "project_type" VARCHAR(50) NOT NULL,
    "project_description" VARCHAR(2000),
    "location" VARCHAR(120) NOT NULL,
    "timeline" VARCHAR(50) NOT NULL,
    "budget_range" VARCHAR(50) NOT NULL,
    "square_footage" INTEGER,
    "property_type" VARCHAR(50),
    "specific_requirements" VARCHAR(2000),
    "urgent" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'new',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "request_key" TEXT NOT NULL,
    "values_digest" TEXT NOT NULL,
    "sender_digest" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "first_contact_at" TIMESTAMPTZ(3),
    "outcome" TEXT NOT NULL DEFAULT 'open',
    "outcome_reason" TEXT,
    "assignee_id" TEXT,
    "follow_up_on" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "quarantined_at" TIMESTAMPTZ(3),
    "quarantine_reasons" TEXT,
    "spam_at" TIMESTAMPTZ(3),
    "email_key" TEXT NOT NULL DEFAULT '',
    "phone_digits" TEXT,
    "form_verified" BOOLEAN NOT NULL DEFAULT true,
    "source" TEXT NOT NULL DEFAULT 'website',
    "completed_at" TIMESTAMPTZ(3),
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "project_estimates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "estimate_events" (
    "id" TEXT NOT NULL,
    "estimate_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_email" TEXT,
    "actor_name" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "details" TEXT NOT NULL,
    "entry_key" TEXT,

    CONSTRAINT "estimate_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "estimate_exports" (
    "id" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_email" TEXT NOT NULL,
    "actor_name" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "estimate_exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "estimate_export_batches" (
    "id" TEXT NOT NULL,
    "export_id" TEXT NOT NULL,
    "first_id" TEXT NOT NULL,
    "last_id" TEXT NOT NULL,
    "estimate_ids" TEXT NOT NULL,

    CONSTRAINT "estimate_export_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_messages" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "estimate_id" TEXT,
    "address" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "claim_token" TEXT,
    "last_error" TEXT,
    "provider_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "role" TEXT NOT NULL DEFAULT 'user',
    "confirmed_at" TIMESTAMPTZ(3),
    "pending_digest" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "second_factor_at" TIMESTAMPTZ(3),
    "invited_at" TIMESTAMPTZ(3),
    "invited_by_id" TEXT,
    "new_estimates_since" TIMESTAMPTZ(3),
    "notify_assigned" BOOLEAN NOT NULL DEFAULT true,
    "notify_deadlines" BOOLEAN NOT NULL DEFAULT true,
    "notify_digest" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_views" (
    "id" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "search" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "nudges" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "more_subjects" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "nudges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_digest" TEXT NOT NULL,
    "access_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "refresh_digest" TEXT NOT NULL,
    "parent_digest" TEXT,
    "parent_access_digest" TEXT,
    "refreshed_at" TIMESTAMPTZ(3) NOT NULL,
    "refresh_count" INTEGER NOT NULL DEFAULT 0,
    "device" TEXT NOT NULL,
    "device_name" TEXT,
    "network" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "verified_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_tokens" (
    "id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_changes" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "from_email" TEXT NOT NULL,
    "to_email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "message_id" TEXT NOT NULL,

    CONSTRAINT "email_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_change_links" (
    "digest" TEXT NOT NULL,
    "change_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,

    CONSTRAINT "email_change_links_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "totp_secrets" (
    "user_id" TEXT NOT NULL,
    "secret" TEXT,
    "pending_secret" TEXT,
    "pending_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER,

    CONSTRAINT "totp_secrets_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkeys" (
    "id" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "counter" TEXT NOT NULL,
    "transports" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_challenges" (
    "digest" TEXT NOT NULL,
    "user_id" TEXT,
    "purpose" TEXT NOT NULL,
    "challenge" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_challenges_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "attempts" (
    "key" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "blocks" INTEGER NOT NULL DEFAULT 0,
    "window_ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "settings" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_email" TEXT,
    "subject_id" TEXT,
    "subject_email" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "details" TEXT NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "project_estimates_reference_key" ON "project_estimates"("reference");

-- CreateIndex
CREATE UNIQUE INDEX "project_estimates_request_key_key" ON "project_estimates"("request_key");

-- CreateIndex
CREATE INDEX "project_estimates_finding_idx" ON "project_estimates"("created_at", "id", "quarantined_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "first_contact_at", "due_at", "spam_at", "outcome", "follow_up_on", "erased_at", "quarantine_reasons");

-- CreateIndex
CREATE INDEX "project_estimates_email_key_idx" ON "project_estimates"("email_key");

-- CreateIndex
CREATE INDEX "project_estimates_phone_digits_idx" ON "project_estimates"("phone_digits");

-- CreateIndex
CREATE INDEX "project_estimates_sender_digest_created_at_idx" ON "project_estimates"("sender_digest", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "estimate_events_entry_key_key" ON "estimate_events"("entry_key");

-- CreateIndex
CREATE INDEX "estimate_events_estimate_id_id_idx" ON "estimate_events"("estimate_id", "id");

-- CreateIndex
CREATE INDEX "estimate_export_batches_last_id_first_id_idx" ON "estimate_export_batches"("last_id", "first_id");

-- CreateIndex
CREATE INDEX "estimate_export_batches_export_id_idx" ON "estimate_export_batches"("export_id");

-- CreateIndex
CREATE INDEX "outbox_messages_state_next_attempt_at_idx" ON "outbox_messages"("state", "next_attempt_at");

-- CreateIndex
CREATE INDEX "outbox_messages_estimate_id_idx" ON "outbox_messages"("estimate_id");

-- CreateIndex
CREATE INDEX "outbox_messages_claim_token_idx" ON "outbox_messages"("claim_token");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_role_idx" ON "users"("role");

-- CreateIndex
CREATE INDEX "saved_views_owner_id_idx" ON "saved_views"("owner_id");

-- CreateIndex
CREATE INDEX "nudges_created_at_idx" ON "nudges"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "nudges_user_id_kind_subject_key" ON "nudges"("user_id", "kind", "subject");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "email_tokens_digest_key" ON "email_tokens"("digest");

-- CreateIndex
CREATE INDEX "email_tokens_user_id_idx" ON "email_tokens"("user_id");

-- CreateIndex
CREATE INDEX "email_tokens_expires_at_idx" ON "email_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "email_changes_message_id_key" ON "email_changes"("message_id");

-- CreateIndex
CREATE INDEX "email_changes_user_id_idx" ON "email_changes"("user_id");

-- CreateIndex
CREATE INDEX "email_changes_expires_at_idx" ON "email_changes"("expires_at");

-- CreateIndex
CREATE INDEX "email_change_links_change_id_idx" ON "email_change_links"("change_id");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_codes_digest_key" ON "recovery_codes"("digest");

-- CreateIndex
CREATE INDEX "recovery_codes_user_id_idx" ON "recovery_codes"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_challenges_user_id_idx" ON "sign_in_challenges"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_challenges_expires_at_idx" ON "sign_in_challenges"("expires_at");

-- CreateIndex
CREATE INDEX "attempts_window_ends_at_idx" ON "attempts"("window_ends_at");

-- CreateIndex
CREATE INDEX "audit_entries_kind_id_idx" ON "audit_entries"("kind", "id");

-- CreateIndex
CREATE INDEX "audit_entries_actor_id_id_idx" ON "audit_entries"("actor_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_subject_id_id_idx" ON "audit_entries"("subject_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at");

-- AddForeignKey
ALTER TABLE "project_estimates" ADD CONSTRAINT "project_estimates_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "estimate_events" ADD CONSTRAINT "estimate_events_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "project_estimates"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "estimate_export_batches" ADD CONSTRAINT "estimate_export_batches_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "estimate_exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "project_estimates"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "nudges" ADD CONSTRAINT "nudges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_change_links" ADD CONSTRAINT "email_change_links_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "email_changes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The words of a request, and its phone number from each of its digits on behind a #, so that any part of it is the beginning of some
-- word. No locale has a say: without one, PostgreSQL takes letters beyond ASCII for anything. Accents go, as SQLite's index drops them,
-- and what separates words is named. Longer words than an index takes are cut.
CREATE FUNCTION "estimate_search_words"("texts" TEXT, "phone" TEXT) RETURNS TSVECTOR LANGUAGE SQL IMMUTABLE PARALLEL SAFE AS $$
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

-- Computed from the others by the database itself, so that it is right whoever writes.
ALTER TABLE "project_estimates" ADD COLUMN "search_words" TSVECTOR GENERATED ALWAYS AS (estimate_search_words(
  "name" || ' ' || "email" || ' ' || "reference" || ' ' || "location" || ' ' || coalesce("project_description", '') || ' ' || coalesce("specific_requirements", ''),
  coalesce("phone", ''))) STORED;

CREATE INDEX "project_estimates_search_words_idx" ON "project_estimates" USING GIN ("search_words");

-- Indexes that a Prisma schema cannot express.

-- The order of budgets.
CREATE INDEX "project_estimates_budget_idx" ON "project_estimates"((CASE "budget_range" WHEN 'under-10k' THEN 1 WHEN '10k-25k' THEN 2 WHEN '25k-50k' THEN 3 WHEN '50k-100k' THEN 4 WHEN '100k-250k' THEN 5 WHEN '250k-500k' THEN 6 WHEN 'over-500k' THEN 7 ELSE 0 END), "created_at", "id") WHERE "quarantined_at" IS NULL;

-- Requests in quarantine, and confirmed spam whose personal data is not erased yet.
CREATE INDEX "project_estimates_quarantined_idx" ON "project_estimates"("created_at", "id", "spam_at") WHERE "quarantined_at" IS NOT NULL;
CREATE INDEX "project_estimates_spam_idx" ON "project_estimates"("spam_at", "id") WHERE "spam_at" IS NOT NULL AND "erased_at" IS NULL;

-- The sections of the Today page, each in its order and with the columns by which a more urgent section takes an estimate. SQLite
-- counts without reading the rows only if an index has the columns of its condition, too.
CREATE INDEX "project_estimates_waiting_idx" ON "project_estimates"("due_at", "id", "created_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "outcome", "follow_up_on", "erased_at") WHERE "first_contact_at" IS NULL AND "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_follow_up_day_idx" ON "project_estimates"("follow_up_on", "id", "first_contact_at", "due_at", "assignee_id", "quarantined_at") WHERE "follow_up_on" IS NOT NULL AND "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_unassigned_idx" ON "project_estimates"("created_at", "id", "first_contact_at", "due_at", "follow_up_on", "status", "outcome", "assignee_id", "quarantined_at", "erased_at") WHERE "status" = 'new' AND "outcome" = 'open' AND "assignee_id" IS NULL AND "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_assigned_idx" ON "project_estimates"("assignee_id", "created_at", "id", "first_contact_at", "due_at", "follow_up_on", "outcome", "quarantined_at", "erased_at") WHERE "assignee_id" IS NOT NULL AND "outcome" = 'open' AND "quarantined_at" IS NULL;

-- Completed requests whose personal data is not erased yet.
CREATE INDEX "project_estimates_completed_idx" ON "project_estimates"("completed_at", "id") WHERE "status" = 'completed' AND "quarantined_at" IS NULL AND "erased_at" IS NULL;

-- The order of claims: messages that were never tried, then those to the staff and to accounts, then those to visitors.
CREATE INDEX "outbox_messages_claim_order_idx" ON "outbox_messages"((CASE WHEN "attempts" = 0 THEN 0 WHEN "kind" = 'estimate.visitor' THEN 2 ELSE 1 END), "next_attempt_at") WHERE "state" = 'pending';
