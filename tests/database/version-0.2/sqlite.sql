CREATE TABLE "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL,
  "checksum" TEXT NOT NULL,
  "finished_at" DATETIME,
  "migration_name" TEXT NOT NULL,
  "logs" TEXT,
  "rolled_back_at" DATETIME,
  "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0
);
CREATE TABLE "project_estimates" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "reference" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT,
    "project_type" TEXT NOT NULL,
    "project_description" TEXT,
    "location" TEXT NOT NULL,
    "timeline" TEXT NOT NULL,
    "budget_range" TEXT NOT NULL,
    "square_footage" INTEGER,
    "property_type" TEXT,
    "specific_requirements" TEXT,
    "urgent" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'new',
    "created_at" DATETIME NOT NULL,
    "request_key" TEXT NOT NULL,
    "values_digest" TEXT NOT NULL,
    "sender_digest" TEXT NOT NULL
, "version" INTEGER NOT NULL DEFAULT 1, "first_contact_at" DATETIME, "outcome" TEXT NOT NULL DEFAULT 'open', "outcome_reason" TEXT, "assignee_id" TEXT REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE, "follow_up_on" TEXT, "due_at" DATETIME, "quarantined_at" DATETIME, "quarantine_reasons" TEXT, "spam_at" DATETIME, "email_key" TEXT NOT NULL DEFAULT '', "phone_digits" TEXT, "source" TEXT NOT NULL DEFAULT 'website', "completed_at" DATETIME, "erased_at" DATETIME);
CREATE TABLE "outbox_messages" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "estimate_id" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" DATETIME NOT NULL,
    "claim_token" TEXT,
    "last_error" TEXT,
    "provider_id" TEXT,
    "created_at" DATETIME NOT NULL,
    "sent_at" DATETIME, "address" TEXT,
    CONSTRAINT "outbox_messages_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "project_estimates" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "project_estimates_reference_key" ON "project_estimates"("reference");
CREATE UNIQUE INDEX "project_estimates_request_key_key" ON "project_estimates"("request_key");
CREATE INDEX "project_estimates_sender_digest_created_at_idx" ON "project_estimates"("sender_digest", "created_at");
CREATE INDEX "outbox_messages_state_next_attempt_at_idx" ON "outbox_messages"("state", "next_attempt_at");
CREATE INDEX "outbox_messages_estimate_id_idx" ON "outbox_messages"("estimate_id");
CREATE INDEX "outbox_messages_claim_token_idx" ON "outbox_messages"("claim_token");
CREATE TABLE "users" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "role" TEXT NOT NULL DEFAULT 'user',
    "confirmed_at" DATETIME,
    "pending_digest" TEXT,
    "created_at" DATETIME NOT NULL
, "new_estimates_since" DATETIME, "notify_assigned" BOOLEAN NOT NULL DEFAULT true, "notify_deadlines" BOOLEAN NOT NULL DEFAULT true, "notify_digest" BOOLEAN NOT NULL DEFAULT true, "second_factor_at" DATETIME, "invited_at" DATETIME, "invited_by_id" TEXT, "name" TEXT);
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "access_digest" TEXT NOT NULL,
    "access_expires_at" DATETIME NOT NULL,
    "refresh_digest" TEXT NOT NULL,
    "parent_digest" TEXT,
    "parent_access_digest" TEXT,
    "refreshed_at" DATETIME NOT NULL,
    "refresh_count" INTEGER NOT NULL DEFAULT 0,
    "device" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "last_used_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL, "verified_at" DATETIME, "network" TEXT,
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE "email_tokens" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "digest" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "email_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE "attempts" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "hits" INTEGER NOT NULL,
    "blocks" INTEGER NOT NULL DEFAULT 0,
    "window_ends_at" DATETIME NOT NULL
);
CREATE TABLE "settings" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL
);
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
CREATE UNIQUE INDEX "email_tokens_digest_key" ON "email_tokens"("digest");
CREATE INDEX "email_tokens_user_id_idx" ON "email_tokens"("user_id");
CREATE INDEX "email_tokens_expires_at_idx" ON "email_tokens"("expires_at");
CREATE INDEX "attempts_window_ends_at_idx" ON "attempts"("window_ends_at");
CREATE TABLE "estimate_events" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "estimate_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_email" TEXT,
    "at" DATETIME NOT NULL,
    "details" TEXT NOT NULL, "entry_key" TEXT, "actor_name" TEXT,
    CONSTRAINT "estimate_events_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "project_estimates" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "estimate_events_estimate_id_id_idx" ON "estimate_events"("estimate_id", "id");
CREATE INDEX "project_estimates_email_key_idx" ON "project_estimates"("email_key");
CREATE INDEX "project_estimates_phone_digits_idx" ON "project_estimates"("phone_digits");
CREATE VIEW "estimate_search_texts" AS
SELECT "row",
  "texts",
  "digits" || ' ' || substr("digits", 2) || ' ' || substr("digits", 3) || ' ' || substr("digits", 4) || ' ' || substr("digits", 5)
    || ' ' || substr("digits", 6) || ' ' || substr("digits", 7) || ' ' || substr("digits", 8) || ' ' || substr("digits", 9)
    || ' ' || substr("digits", 10) || ' ' || substr("digits", 11) || ' ' || substr("digits", 12) || ' ' || substr("digits", 13) AS "phone"
FROM (
  SELECT rowid AS "row",
    "name" || ' ' || "email" || ' ' || "reference" || ' ' || "location" || ' ' || coalesce("project_description", '') || ' '
      || coalesce("specific_requirements", '') AS "texts",
    replace(replace(replace(replace(replace(replace(replace(coalesce("phone", ''), ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') AS "digits"
  FROM "project_estimates");
CREATE TRIGGER "estimate_search_insert" AFTER INSERT ON "project_estimates" BEGIN
  INSERT INTO "estimate_search" (rowid, "texts", "phone") SELECT "row", "texts", "phone" FROM "estimate_search_texts" WHERE "row" = new.rowid;
END;
CREATE TRIGGER "estimate_search_update" AFTER UPDATE OF "name", "email", "phone", "reference", "location", "project_description", "specific_requirements" ON "project_estimates" BEGIN
  DELETE FROM "estimate_search" WHERE rowid = old.rowid;
  INSERT INTO "estimate_search" (rowid, "texts", "phone") SELECT "row", "texts", "phone" FROM "estimate_search_texts" WHERE "row" = new.rowid;
END;
CREATE TRIGGER "estimate_search_delete" AFTER DELETE ON "project_estimates" BEGIN
  DELETE FROM "estimate_search" WHERE rowid = old.rowid;
END;
CREATE UNIQUE INDEX "estimate_events_entry_key_key" ON "estimate_events"("entry_key");
CREATE TABLE "estimate_exports" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "actor_id" TEXT NOT NULL,
    "actor_email" TEXT NOT NULL,
    "at" DATETIME NOT NULL
, "actor_name" TEXT);
CREATE TABLE "estimate_export_batches" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "export_id" TEXT NOT NULL,
    "first_id" TEXT NOT NULL,
    "last_id" TEXT NOT NULL,
    "estimate_ids" TEXT NOT NULL,
    CONSTRAINT "estimate_export_batches_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "estimate_exports" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "estimate_export_batches_last_id_first_id_idx" ON "estimate_export_batches"("last_id", "first_id");
CREATE INDEX "project_estimates_quarantined_idx" ON "project_estimates"("created_at", "id", "spam_at") WHERE "quarantined_at" IS NOT NULL;
CREATE INDEX "project_estimates_budget_idx" ON "project_estimates"((CASE "budget_range" WHEN 'under-10k' THEN 1 WHEN '10k-25k' THEN 2 WHEN '25k-50k' THEN 3 WHEN '50k-100k' THEN 4 WHEN '100k-250k' THEN 5 WHEN '250k-500k' THEN 6 WHEN 'over-500k' THEN 7 ELSE 0 END), "created_at", "id") WHERE "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_facets_idx" ON "project_estimates"("project_type", "budget_range", "timeline", "status", "urgent", coalesce("assignee_id", ''), "created_at") WHERE "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_response_idx" ON "project_estimates"(max(0, 86400000 + CAST(round(1000 * (unixepoch("first_contact_at", 'subsec') - unixepoch("due_at", 'subsec'))) AS INTEGER)), "created_at") WHERE "first_contact_at" IS NOT NULL AND "due_at" IS NOT NULL AND "quarantined_at" IS NULL;
CREATE TABLE "estimate_totals" (
    "project_type" TEXT NOT NULL,
    "budget_range" TEXT NOT NULL,
    "timeline" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "urgent" BOOLEAN NOT NULL,
    "assignee_id" TEXT NOT NULL, -- empty for none
    "spam" TEXT NOT NULL, -- none, quarantined or confirmed
    "total" INTEGER NOT NULL,
    PRIMARY KEY ("project_type", "budget_range", "timeline", "status", "urgent", "assignee_id", "spam")
) WITHOUT ROWID;
CREATE TABLE "estimate_weeks" (
    "week" INTEGER NOT NULL,
    "project_type" TEXT NOT NULL,
    "budget_range" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "judged" INTEGER NOT NULL, -- contacted, or with a deadline, which may be ahead
    "in_time" INTEGER NOT NULL,
    PRIMARY KEY ("week", "project_type", "budget_range", "outcome")
) WITHOUT ROWID;
CREATE TABLE "estimate_response_hours" (
    "week" INTEGER NOT NULL,
    "hours" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    PRIMARY KEY ("week", "hours")
) WITHOUT ROWID;
CREATE VIEW "estimate_changes" AS
SELECT 0 AS "change", "created_at", "quarantined_at", "spam_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "outcome", "first_contact_at", "due_at" FROM "project_estimates";
CREATE TRIGGER "estimate_changes_insert" INSTEAD OF INSERT ON "estimate_changes" BEGIN
  INSERT INTO "estimate_totals" VALUES (
    new."project_type", new."budget_range", new."timeline", new."status", new."urgent", coalesce(new."assignee_id", ''),
    CASE WHEN new."quarantined_at" IS NULL THEN 'none' WHEN new."spam_at" IS NULL THEN 'quarantined' ELSE 'confirmed' END, new."change")
  ON CONFLICT DO UPDATE SET "total" = "total" + excluded."total";
  INSERT INTO "estimate_weeks"
  SELECT (unixepoch(new."created_at") + 2208970800) / 604800, new."project_type", new."budget_range", new."outcome", new."change",
    new."change" * (new."first_contact_at" IS NOT NULL OR new."due_at" IS NOT NULL),
    new."change" * coalesce(new."first_contact_at" <= new."due_at", 0)
  WHERE new."quarantined_at" IS NULL
  ON CONFLICT DO UPDATE SET "requests" = "requests" + excluded."requests", "judged" = "judged" + excluded."judged", "in_time" = "in_time" + excluded."in_time";
  INSERT INTO "estimate_response_hours"
  SELECT (unixepoch(new."created_at") + 2208970800) / 604800, max(0, 86400000 + CAST(round(1000 * (unixepoch(new."first_contact_at", 'subsec') - unixepoch(new."due_at", 'subsec'))) AS INTEGER)) / 3600000, new."change"
  WHERE new."first_contact_at" IS NOT NULL AND new."due_at" IS NOT NULL AND new."quarantined_at" IS NULL
  ON CONFLICT DO UPDATE SET "total" = "total" + excluded."total";
END;
CREATE TRIGGER "estimate_totals_insert" AFTER INSERT ON "project_estimates" BEGIN
  INSERT INTO "estimate_changes" VALUES (1, new."created_at", new."quarantined_at", new."spam_at", new."status", new."urgent", new."project_type", new."budget_range", new."timeline", new."assignee_id", new."outcome", new."first_contact_at", new."due_at");
END;
CREATE TRIGGER "estimate_totals_update" AFTER UPDATE OF "created_at", "quarantined_at", "spam_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "outcome", "first_contact_at", "due_at" ON "project_estimates" BEGIN
  INSERT INTO "estimate_changes" VALUES (-1, old."created_at", old."quarantined_at", old."spam_at", old."status", old."urgent", old."project_type", old."budget_range", old."timeline", old."assignee_id", old."outcome", old."first_contact_at", old."due_at");
  INSERT INTO "estimate_changes" VALUES (1, new."created_at", new."quarantined_at", new."spam_at", new."status", new."urgent", new."project_type", new."budget_range", new."timeline", new."assignee_id", new."outcome", new."first_contact_at", new."due_at");
END;
CREATE TRIGGER "estimate_totals_delete" AFTER DELETE ON "project_estimates" BEGIN
  INSERT INTO "estimate_changes" VALUES (-1, old."created_at", old."quarantined_at", old."spam_at", old."status", old."urgent", old."project_type", old."budget_range", old."timeline", old."assignee_id", old."outcome", old."first_contact_at", old."due_at");
END;
CREATE VIRTUAL TABLE "estimate_search" USING fts5("texts", "phone", content='', contentless_delete=1, prefix='1', tokenize='unicode61 remove_diacritics 2');
CREATE INDEX "estimate_export_batches_export_id_idx" ON "estimate_export_batches"("export_id");
CREATE TABLE "saved_views" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "owner_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "search" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "saved_views_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "saved_views_owner_id_idx" ON "saved_views"("owner_id");
CREATE INDEX "users_role_idx" ON "users"("role");
CREATE TABLE "nudges" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL, "more_subjects" TEXT,
    CONSTRAINT "nudges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "nudges_created_at_idx" ON "nudges"("created_at");
CREATE UNIQUE INDEX "nudges_user_id_kind_subject_key" ON "nudges"("user_id", "kind", "subject");
CREATE INDEX "project_estimates_finding_idx" ON "project_estimates"("created_at", "id", "quarantined_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "first_contact_at", "due_at", "spam_at", "outcome", "follow_up_on");
CREATE INDEX "project_estimates_closed_idx" ON "project_estimates"("created_at", "id", "outcome", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "first_contact_at", "due_at", "follow_up_on") WHERE "outcome" <> 'open' AND "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_follow_up_idx" ON "project_estimates"("created_at", "id", "follow_up_on", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "first_contact_at", "due_at", "outcome") WHERE "follow_up_on" IS NOT NULL AND "quarantined_at" IS NULL;
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_email" TEXT,
    "subject_id" TEXT,
    "subject_email" TEXT,
    "at" DATETIME NOT NULL,
    "details" TEXT NOT NULL
);
CREATE INDEX "audit_entries_kind_id_idx" ON "audit_entries"("kind", "id");
CREATE INDEX "audit_entries_actor_id_id_idx" ON "audit_entries"("actor_id", "id");
CREATE INDEX "audit_entries_subject_id_id_idx" ON "audit_entries"("subject_id", "id");
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at");
CREATE TABLE "totp_secrets" (
    "user_id" TEXT NOT NULL PRIMARY KEY,
    "secret" TEXT,
    "pending_secret" TEXT,
    "pending_at" DATETIME,
    "confirmed_at" DATETIME,
    "last_step" INTEGER,
    CONSTRAINT "totp_secrets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE "recovery_codes" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "used_at" DATETIME,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE "passkeys" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "credential_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "counter" TEXT NOT NULL,
    "transports" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "created_at" DATETIME NOT NULL,
    "last_used_at" DATETIME,
    CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE "sign_in_challenges" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT,
    "purpose" TEXT NOT NULL,
    "challenge" TEXT,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "sign_in_challenges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "recovery_codes_digest_key" ON "recovery_codes"("digest");
CREATE INDEX "recovery_codes_user_id_idx" ON "recovery_codes"("user_id");
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");
CREATE INDEX "sign_in_challenges_user_id_idx" ON "sign_in_challenges"("user_id");
CREATE INDEX "sign_in_challenges_expires_at_idx" ON "sign_in_challenges"("expires_at");
CREATE TABLE "email_changes" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "from_email" TEXT NOT NULL,
    "to_email" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "confirmed_at" DATETIME,
    "undone_at" DATETIME,
    "expires_at" DATETIME NOT NULL,
    "message_id" TEXT NOT NULL,
    CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE "email_change_links" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "change_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    CONSTRAINT "email_change_links_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "email_changes" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "email_changes_message_id_key" ON "email_changes"("message_id");
CREATE INDEX "email_changes_user_id_idx" ON "email_changes"("user_id");
CREATE INDEX "email_changes_expires_at_idx" ON "email_changes"("expires_at");
CREATE INDEX "email_change_links_change_id_idx" ON "email_change_links"("change_id");
CREATE INDEX "project_estimates_follow_up_day_idx" ON "project_estimates"("follow_up_on", "id", "first_contact_at", "due_at", "assignee_id", "quarantined_at") WHERE "follow_up_on" IS NOT NULL AND "quarantined_at" IS NULL;
CREATE TABLE "estimate_closed_totals" (
    "project_type" TEXT NOT NULL,
    "budget_range" TEXT NOT NULL,
    "timeline" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "urgent" BOOLEAN NOT NULL,
    "assignee_id" TEXT NOT NULL, -- empty for none
    "outcome" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    PRIMARY KEY ("project_type", "budget_range", "timeline", "status", "urgent", "assignee_id", "outcome")
) WITHOUT ROWID;
CREATE TRIGGER "estimate_closed_totals_insert" AFTER INSERT ON "project_estimates" WHEN new."outcome" <> 'open' AND new."quarantined_at" IS NULL BEGIN
  INSERT INTO "estimate_closed_totals" SELECT new."project_type", new."budget_range", new."timeline", new."status", new."urgent", coalesce(new."assignee_id", ''), new."outcome", 1
  WHERE new."outcome" <> 'open' AND new."quarantined_at" IS NULL
  ON CONFLICT DO UPDATE SET "total" = "total" + excluded."total";
END;
CREATE TRIGGER "estimate_closed_totals_update" AFTER UPDATE OF "quarantined_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "outcome" ON "project_estimates" WHEN old."outcome" <> 'open' OR new."outcome" <> 'open' BEGIN
  INSERT INTO "estimate_closed_totals" SELECT old."project_type", old."budget_range", old."timeline", old."status", old."urgent", coalesce(old."assignee_id", ''), old."outcome", -1
  WHERE old."outcome" <> 'open' AND old."quarantined_at" IS NULL
  ON CONFLICT DO UPDATE SET "total" = "total" + excluded."total";
  INSERT INTO "estimate_closed_totals" SELECT new."project_type", new."budget_range", new."timeline", new."status", new."urgent", coalesce(new."assignee_id", ''), new."outcome", 1
  WHERE new."outcome" <> 'open' AND new."quarantined_at" IS NULL
  ON CONFLICT DO UPDATE SET "total" = "total" + excluded."total";
END;
CREATE TRIGGER "estimate_closed_totals_delete" AFTER DELETE ON "project_estimates" WHEN old."outcome" <> 'open' AND old."quarantined_at" IS NULL BEGIN
  INSERT INTO "estimate_closed_totals" SELECT old."project_type", old."budget_range", old."timeline", old."status", old."urgent", coalesce(old."assignee_id", ''), old."outcome", -1
  WHERE old."outcome" <> 'open' AND old."quarantined_at" IS NULL
  ON CONFLICT DO UPDATE SET "total" = "total" + excluded."total";
END;
CREATE INDEX "project_estimates_waiting_idx" ON "project_estimates"("due_at", "id", "created_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "outcome", "follow_up_on", "erased_at") WHERE "first_contact_at" IS NULL AND "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_unassigned_idx" ON "project_estimates"("created_at", "id", "first_contact_at", "due_at", "follow_up_on", "status", "outcome", "assignee_id", "quarantined_at", "erased_at") WHERE "status" = 'new' AND "outcome" = 'open' AND "assignee_id" IS NULL AND "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_assigned_idx" ON "project_estimates"("assignee_id", "created_at", "id", "first_contact_at", "due_at", "follow_up_on", "outcome", "quarantined_at", "erased_at") WHERE "assignee_id" IS NOT NULL AND "outcome" = 'open' AND "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_completed_idx" ON "project_estimates"("completed_at", "id") WHERE "status" = 'completed' AND "quarantined_at" IS NULL AND "erased_at" IS NULL;
CREATE INDEX "project_estimates_spam_idx" ON "project_estimates"("spam_at", "id") WHERE "spam_at" IS NOT NULL AND "erased_at" IS NULL;
CREATE INDEX "project_estimates_late_idx" ON "project_estimates"("created_at", "id", "first_contact_at", "due_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "outcome", "follow_up_on", "quarantined_at") WHERE "first_contact_at" IS NOT NULL AND ("due_at" IS NULL OR "first_contact_at" > "due_at") AND "quarantined_at" IS NULL;
CREATE TABLE "estimate_assignee_weeks" (
    "week" INTEGER NOT NULL, -- as in estimate_weeks
    "assignee_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "judged" INTEGER NOT NULL, -- contacted, or with a deadline, which may be ahead
    "in_time" INTEGER NOT NULL,
    PRIMARY KEY ("week", "assignee_id", "outcome")
) WITHOUT ROWID;
CREATE VIEW "estimate_assignee_changes" AS
SELECT 0 AS "change", "created_at", "quarantined_at", "assignee_id", "outcome", "first_contact_at", "due_at" FROM "project_estimates";
CREATE TRIGGER "estimate_assignee_changes_insert" INSTEAD OF INSERT ON "estimate_assignee_changes" BEGIN
  INSERT INTO "estimate_assignee_weeks"
  SELECT (unixepoch(new."created_at") + 2208970800) / 604800, new."assignee_id", new."outcome", new."change",
    new."change" * (new."first_contact_at" IS NOT NULL OR new."due_at" IS NOT NULL),
    new."change" * coalesce(new."first_contact_at" <= new."due_at", 0)
  WHERE new."assignee_id" IS NOT NULL AND new."quarantined_at" IS NULL
  ON CONFLICT DO UPDATE SET "requests" = "requests" + excluded."requests", "judged" = "judged" + excluded."judged", "in_time" = "in_time" + excluded."in_time";
END;
CREATE TRIGGER "estimate_assignee_weeks_insert" AFTER INSERT ON "project_estimates" WHEN new."assignee_id" IS NOT NULL BEGIN
  INSERT INTO "estimate_assignee_changes" VALUES (1, new."created_at", new."quarantined_at", new."assignee_id", new."outcome", new."first_contact_at", new."due_at");
END;
CREATE TRIGGER "estimate_assignee_weeks_update" AFTER UPDATE OF "created_at", "quarantined_at", "assignee_id", "outcome", "first_contact_at", "due_at" ON "project_estimates" WHEN old."assignee_id" IS NOT NULL OR new."assignee_id" IS NOT NULL BEGIN
  INSERT INTO "estimate_assignee_changes" VALUES (-1, old."created_at", old."quarantined_at", old."assignee_id", old."outcome", old."first_contact_at", old."due_at");
  INSERT INTO "estimate_assignee_changes" VALUES (1, new."created_at", new."quarantined_at", new."assignee_id", new."outcome", new."first_contact_at", new."due_at");
END;
CREATE TRIGGER "estimate_assignee_weeks_delete" AFTER DELETE ON "project_estimates" WHEN old."assignee_id" IS NOT NULL BEGIN
  INSERT INTO "estimate_assignee_changes" VALUES (-1, old."created_at", old."quarantined_at", old."assignee_id", old."outcome", old."first_contact_at", old."due_at");
END;
CREATE TABLE "estimate_late_totals" (
    "project_type" TEXT NOT NULL,
    "budget_range" TEXT NOT NULL,
    "timeline" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "urgent" BOOLEAN NOT NULL,
    "assignee_id" TEXT NOT NULL, -- empty for none
    "outcome" TEXT NOT NULL,
    "had_deadline" BOOLEAN NOT NULL,
    "total" INTEGER NOT NULL,
    PRIMARY KEY ("project_type", "budget_range", "timeline", "status", "urgent", "assignee_id", "outcome", "had_deadline")
) WITHOUT ROWID;
CREATE TRIGGER "estimate_late_totals_insert" AFTER INSERT ON "project_estimates" WHEN new."first_contact_at" IS NOT NULL BEGIN
  INSERT INTO "estimate_late_totals" SELECT new."project_type", new."budget_range", new."timeline", new."status", new."urgent", coalesce(new."assignee_id", ''), new."outcome", new."due_at" IS NOT NULL, 1
  WHERE new."first_contact_at" IS NOT NULL AND (new."due_at" IS NULL OR new."first_contact_at" > new."due_at") AND new."quarantined_at" IS NULL
  ON CONFLICT DO UPDATE SET "total" = "total" + excluded."total";
END;
CREATE TRIGGER "estimate_late_totals_update" AFTER UPDATE OF "quarantined_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "outcome", "first_contact_at", "due_at" ON "project_estimates" WHEN old."first_contact_at" IS NOT NULL OR new."first_contact_at" IS NOT NULL BEGIN
  INSERT INTO "estimate_late_totals" SELECT old."project_type", old."budget_range", old."timeline", old."status", old."urgent", coalesce(old."assignee_id", ''), old."outcome", old."due_at" IS NOT NULL, -1
  WHERE old."first_contact_at" IS NOT NULL AND (old."due_at" IS NULL OR old."first_contact_at" > old."due_at") AND old."quarantined_at" IS NULL
  ON CONFLICT DO UPDATE SET "total" = "total" + excluded."total";
  INSERT INTO "estimate_late_totals" SELECT new."project_type", new."budget_range", new."timeline", new."status", new."urgent", coalesce(new."assignee_id", ''), new."outcome", new."due_at" IS NOT NULL, 1
  WHERE new."first_contact_at" IS NOT NULL AND (new."due_at" IS NULL OR new."first_contact_at" > new."due_at") AND new."quarantined_at" IS NULL
  ON CONFLICT DO UPDATE SET "total" = "total" + excluded."total";
END;
CREATE TRIGGER "estimate_late_totals_delete" AFTER DELETE ON "project_estimates" WHEN old."first_contact_at" IS NOT NULL BEGIN
  INSERT INTO "estimate_late_totals" SELECT old."project_type", old."budget_range", old."timeline", old."status", old."urgent", coalesce(old."assignee_id", ''), old."outcome", old."due_at" IS NOT NULL, -1
  WHERE old."first_contact_at" IS NOT NULL AND (old."due_at" IS NULL OR old."first_contact_at" > old."due_at") AND old."quarantined_at" IS NULL
  ON CONFLICT DO UPDATE SET "total" = "total" + excluded."total";
END;
INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, started_at, applied_steps_count) VALUES
('4f42110c-8527-4746-93df-4c84bfbb04ac', 'e6d16b57b719aa90d06a1cb48c69401e211f80ea74c268a038ce15ddddc76fd7', 1795840653816, '20261121030156_init', 1795840653815, 1),
('30263c68-b03a-49cb-8603-34f8e54bf134', '5aef07061de689ca35eeb6d17241d2ec20acf90de26b6fb3dec08221b2e80e00', 1795840653821, '20261121054815_accounts', 1795840653821, 1),
('7d06b59b-3c87-4a3a-8681-dbc7fec596c5', '79a9290a7df983660dc4dfa158028dd55137b8b4e3f512ce805881826c196e56', 1795840653823, '20261121062031_estimate_status_index', 1795840653823, 1),
('53a0834b-b7a5-4df4-9594-8a1f0a042571', '224bbe1df6ada3d0a87d459d8182204c84b32753b7e7736542b35a9e00e24c2c', 1795840653825, '20261121071430_request_work', 1795840653823, 1),
('9f05cd04-cd0f-4444-b5a2-50095ecd7fa4', 'a5c1c4d7f76a6623d59152bcdc2d165321a4d764cd095a0c09987633ec27a43e', 1795840653829, '20261121091907_find_and_quarantine', 1795840653828, 1),
('448a4372-1a3f-43ec-b684-449d793f53c9', '0bad860cd227324e21e313cee1c458d56e33ca9b0dd8658cbe551dce7451dba0', 1795840653832, '20261121093611_search', 1795840653831, 1),
('6a497fbc-2e13-4a53-9aec-6def14c9194b', 'a94d618482442c90a9b1e239d8bc065ce37712eb9866807008378637c4c8fc36', 1795840653837, '20261121233835_entry_key', 1795840653836, 1),
('e451e95a-8e63-422d-841a-77f7b339575b', 'd74bdc90092a05db4c11981c9122f9f77610206cf25bf5c1757f3ddad5e2e36f', 1795840653841, '20261122035410_outcome_in_finding_index', 1795840653841, 1),
('1f5587f8-7ed7-49ed-8304-ddd099a48a02', '3a38d8cca21d074994f72e269a9c80230d1a98356bc8e124a4cfa8407a7dfcf4', 1795840653843, '20261122150840_kept_numbers', 1795840653842, 1),
('90d3492a-6d7d-4988-9fa3-5a55bccf1ffb', 'bd5bd88f95285906b810703d94e4c5acb7a0afc84bb6fa01f62fdfaad4f3bd66', 1795840653845, '20261122183542_search_beginnings', 1795840653844, 1),
('56886584-9176-4b89-978b-2bd322c6a6f5', 'b5699a38af3bc2f39ddff06f3b4689cd7062ac975b55974042630f724fdb72af', 1795840653845, '20261122215500_export_batches_by_export', 1795840653845, 1),
('bb709d28-9f84-4f44-bce5-ddc19baa8bff', '4eead1b4ec0175571e72b1b85c5d2e206b08a42f575e6facbf9aed4456544418', 1795840653845, '20261123010000_saved_views', 1795840653845, 1),
('63a7a0a3-65b6-4440-8cd4-7a258935b81c', 'c037580888049e11c98a5a49ec695dc1543f117c76055a894a5ce73352b7fe62', 1795840653850, '20261123011000_nudges', 1795840653847, 1),
('a2054b7b-b59e-4201-b21c-bc9e0716e18b', '9f47c5556be07c8167b44ae11845f3df8caaae1309580501aff30b621762fb7f', 1795840653851, '20261123012000_estimate_source', 1795840653851, 1),
('1cbc96e8-a7b0-4b5f-b499-afc79ef36985', '0deb50c35583f402c69bf11860d01098b13987263b8eee14123a51b4cf105e84', 1795840653856, '20261123013000_today', 1795840653855, 1),
('177edb1f-6ce2-4858-a01e-2cc6f0505200', 'b13ce5c9803a3d0225f4e67dbc18fb322c6f2130f2a095f0b9aad0045b75e0f6', 1795840653856, '20261123014000_list_filters', 1795840653856, 1),
('734528da-f473-4e3b-9f8c-2ae7e6697164', 'a7542b227b4417e67e2cc6a8fda02f03d37ed20c7dae0c1b4c79df6d971f73c1', 1795840653856, '20261124020000_audit_entries', 1795840653856, 1),
('ef39cab6-3a11-48cf-a278-02fb94a0dea9', '73359242838109e90f3938f72c407e2e52ed47fd532cb4f16723a4ed93e8e811', 1795840653858, '20261124020100_second_factor', 1795840653857, 1),
('f7620089-bcfb-4642-a9c6-e9eae6e7b6e2', '58292abd8b887e5da95742a07e8245f5e4ea3b85e9be74701750072c6b323a3c', 1795840653862, '20261124030000_own_account', 1795840653859, 1),
('2e101ff2-2cf5-4d54-8985-9cb2591ec7ef', 'e1b0daa62c8765c7f950eff0f37e37cc22fb56c621c338b295cdf26f322df2ae', 1795840653864, '20261124050000_closed_totals', 1795840653863, 1),
('4be4a784-3c5c-4718-9c3f-e47921a971c4', '7347f4ab618268a6c89810191ee6897b6fed76b2a161b321e02fab5f7a98ea3c', 1795840653874, '20261125010000_people', 1795840653865, 1),
('1a29343f-ff3d-4dce-b9bb-323567bde253', 'dfd21c44c76cef42f336797aa134119c773f6bc01ff9c0ba75b9d1aa8952488d', 1795840653876, '20261125040000_erasure', 1795840653875, 1),
('0689a275-d6b0-4762-9e99-f6027fc22fcd', '5189afec6c3fbcc32a42991f1d395f0bdb82b45d7f5fa74788ee1832426b55a4', 1795840653876, '20261126010000_late_contacts', 1795840653876, 1),
('208d817f-f656-42dd-b480-de25aff4844b', '8d64eb4a6645ef2e83c56fecc9715c0aacea99554d37808ea9e5fe3073c68d30', 1795840653877, '20261126020000_assignee_weeks', 1795840653876, 1),
('aa701883-0e35-4d2f-912d-2eb49b65dbce', '0f41c5cc97c3384d9da725522d5bb103162a8d94f13154341e7057b0c323f41e', 1795840653880, '20261126030000_late_totals', 1795840653880, 1);
