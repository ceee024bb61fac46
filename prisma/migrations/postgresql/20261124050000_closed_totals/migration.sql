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
    "shard" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    PRIMARY KEY ("project_type", "budget_range", "timeline", "status", "urgent", "assignee_id", "outcome", "shard")
) WITH (fillfactor = 70);

INSERT INTO "estimate_closed_totals"
SELECT "project_type", "budget_range", "timeline", "status", "urgent", coalesce("assignee_id", ''), "outcome", 0, count(*)
FROM "project_estimates" WHERE "outcome" <> 'open' AND "quarantined_at" IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7;

CREATE FUNCTION "estimate_closed_count"("estimate" "project_estimates", "change" INTEGER) RETURNS VOID LANGUAGE plpgsql AS $$
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

CREATE FUNCTION "estimate_closed_recount"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
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

CREATE FUNCTION "estimate_closed_forget"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "estimate_closed_totals";
  RETURN NULL;
END
$$;

CREATE TRIGGER "estimate_closed_totals_insert" AFTER INSERT ON "project_estimates"
FOR EACH ROW WHEN (NEW."outcome" <> 'open') EXECUTE FUNCTION "estimate_closed_recount"();

CREATE TRIGGER "estimate_closed_totals_update" AFTER UPDATE OF "quarantined_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "outcome" ON "project_estimates"
FOR EACH ROW WHEN (OLD."outcome" <> 'open' OR NEW."outcome" <> 'open') EXECUTE FUNCTION "estimate_closed_recount"();

CREATE TRIGGER "estimate_closed_totals_delete" AFTER DELETE ON "project_estimates"
FOR EACH ROW WHEN (OLD."outcome" <> 'open') EXECUTE FUNCTION "estimate_closed_recount"();

CREATE TRIGGER "estimate_closed_totals_truncate" AFTER TRUNCATE ON "project_estimates"
FOR EACH STATEMENT EXECUTE FUNCTION "estimate_closed_forget"();
