-- One email tells of estimates that are assigned together.
ALTER TABLE "nudges" ADD COLUMN "more_subjects" TEXT;

-- The digest lists the follow-ups that Today has, which are those of any outcome, and of one person or nobody.
DROP INDEX "project_estimates_open_follow_ups_idx";
DROP INDEX "project_estimates_follow_up_day_idx";
CREATE INDEX "project_estimates_follow_up_day_idx" ON "project_estimates"("follow_up_on", "id", "first_contact_at", "due_at", "assignee_id", "quarantined_at") WHERE "follow_up_on" IS NOT NULL AND "quarantined_at" IS NULL;

-- Kept numbers of won and lost estimates outside quarantine. A new estimate is in none, so a submission does not write here.
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

INSERT INTO "estimate_closed_totals"
SELECT "project_type", "budget_range", "timeline", "status", "urgent", coalesce("assignee_id", ''), "outcome", count(*)
FROM "project_estimates" WHERE "outcome" <> 'open' AND "quarantined_at" IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7;

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
