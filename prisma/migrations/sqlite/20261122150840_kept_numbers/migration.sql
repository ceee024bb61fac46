-- DropIndex
DROP INDEX "project_estimates_quarantined_at_status_idx";

-- DropIndex
DROP INDEX "project_estimates_first_contact_at_due_at_id_idx";

-- CreateTable
CREATE TABLE "estimate_exports" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "actor_id" TEXT NOT NULL,
    "actor_email" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "estimate_export_batches" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "export_id" TEXT NOT NULL,
    "first_id" TEXT NOT NULL,
    "last_id" TEXT NOT NULL,
    "estimate_ids" TEXT NOT NULL,
    CONSTRAINT "estimate_export_batches_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "estimate_exports" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "estimate_export_batches_last_id_first_id_idx" ON "estimate_export_batches"("last_id", "first_id");

-- Indexes that a Prisma schema cannot express. New estimates enter only those that they have to.
CREATE INDEX "project_estimates_quarantined_idx" ON "project_estimates"("created_at", "id", "spam_at") WHERE "quarantined_at" IS NOT NULL;
CREATE INDEX "project_estimates_waiting_idx" ON "project_estimates"("due_at", "id", "created_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id") WHERE "first_contact_at" IS NULL AND "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_budget_idx" ON "project_estimates"((CASE "budget_range" WHEN 'under-10k' THEN 1 WHEN '10k-25k' THEN 2 WHEN '25k-50k' THEN 3 WHEN '50k-100k' THEN 4 WHEN '100k-250k' THEN 5 WHEN '250k-500k' THEN 6 WHEN 'over-500k' THEN 7 ELSE 0 END), "created_at", "id") WHERE "quarantined_at" IS NULL;
-- Finds the few estimates that many filters leave, by their combinations in estimate_totals.
CREATE INDEX "project_estimates_facets_idx" ON "project_estimates"("project_type", "budget_range", "timeline", "status", "urgent", coalesce("assignee_id", ''), "created_at") WHERE "quarantined_at" IS NULL;
-- The time from the start of the promised 24 hours to the first contact, in ms.
CREATE INDEX "project_estimates_response_idx" ON "project_estimates"(max(0, 86400000 + CAST(round(1000 * (unixepoch("first_contact_at", 'subsec') - unixepoch("due_at", 'subsec'))) AS INTEGER)), "created_at") WHERE "first_contact_at" IS NOT NULL AND "due_at" IS NOT NULL AND "quarantined_at" IS NULL;

-- Kept numbers: their triggers keep them right whoever writes. Rows may become 0.
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

-- Estimates outside quarantine. Weeks are counted from Monday, January 1, 1900, 05:00 UTC.
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

-- First contacts by full hours since the start of the promised 24 hours.
CREATE TABLE "estimate_response_hours" (
    "week" INTEGER NOT NULL,
    "hours" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    PRIMARY KEY ("week", "hours")
) WITHOUT ROWID;

INSERT INTO "estimate_totals"
SELECT "project_type", "budget_range", "timeline", "status", "urgent", coalesce("assignee_id", ''), CASE WHEN "quarantined_at" IS NULL THEN 'none' WHEN "spam_at" IS NULL THEN 'quarantined' ELSE 'confirmed' END AS "spam", count(*)
FROM "project_estimates" GROUP BY 1, 2, 3, 4, 5, 6, 7;

INSERT INTO "estimate_weeks"
SELECT (unixepoch("created_at") + 2208970800) / 604800, "project_type", "budget_range", "outcome", count(*),
  sum("first_contact_at" IS NOT NULL OR "due_at" IS NOT NULL), sum(coalesce("first_contact_at" <= "due_at", 0))
FROM "project_estimates" WHERE "quarantined_at" IS NULL GROUP BY 1, 2, 3, 4;

INSERT INTO "estimate_response_hours"
SELECT (unixepoch("created_at") + 2208970800) / 604800, max(0, 86400000 + CAST(round(1000 * (unixepoch("first_contact_at", 'subsec') - unixepoch("due_at", 'subsec'))) AS INTEGER)) / 3600000, count(*)
FROM "project_estimates" WHERE "first_contact_at" IS NOT NULL AND "due_at" IS NOT NULL AND "quarantined_at" IS NULL GROUP BY 1, 2;

-- Each row that is inserted here, with 1 or -1 and the columns of an estimate, changes the numbers.
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
