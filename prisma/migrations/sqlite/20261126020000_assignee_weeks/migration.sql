-- Kept numbers of assigned estimates outside quarantine, for reports. A new estimate has no assignee, so a submission does not write here.
CREATE TABLE "estimate_assignee_weeks" (
    "week" INTEGER NOT NULL, -- as in estimate_weeks
    "assignee_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "judged" INTEGER NOT NULL, -- contacted, or with a deadline, which may be ahead
    "in_time" INTEGER NOT NULL,
    PRIMARY KEY ("week", "assignee_id", "outcome")
) WITHOUT ROWID;

INSERT INTO "estimate_assignee_weeks"
SELECT (unixepoch("created_at") + 2208970800) / 604800, "assignee_id", "outcome", count(*),
  sum("first_contact_at" IS NOT NULL OR "due_at" IS NOT NULL), sum(coalesce("first_contact_at" <= "due_at", 0))
FROM "project_estimates" WHERE "assignee_id" IS NOT NULL AND "quarantined_at" IS NULL GROUP BY 1, 2, 3;

-- Each row that is inserted here, with 1 or -1 and the columns of an estimate, changes the numbers.
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
