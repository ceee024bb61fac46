-- Kept numbers of the estimates outside quarantine that were contacted late, or without a deadline. A new estimate is in none, so a submission
-- does not write here.
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

INSERT INTO "estimate_late_totals"
SELECT "project_type", "budget_range", "timeline", "status", "urgent", coalesce("assignee_id", ''), "outcome", "due_at" IS NOT NULL, count(*)
FROM "project_estimates" WHERE "first_contact_at" IS NOT NULL AND ("due_at" IS NULL OR "first_contact_at" > "due_at") AND "quarantined_at" IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;

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
