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
    "shard" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    PRIMARY KEY ("project_type", "budget_range", "timeline", "status", "urgent", "assignee_id", "outcome", "had_deadline", "shard")
) WITH (fillfactor = 70);

INSERT INTO "estimate_late_totals"
SELECT "project_type", "budget_range", "timeline", "status", "urgent", coalesce("assignee_id", ''), "outcome", "due_at" IS NOT NULL, 0, count(*)
FROM "project_estimates" WHERE "first_contact_at" IS NOT NULL AND ("due_at" IS NULL OR "first_contact_at" > "due_at") AND "quarantined_at" IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;

CREATE FUNCTION "estimate_late_count"("estimate" "project_estimates", "change" INTEGER) RETURNS VOID LANGUAGE plpgsql AS $$
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

CREATE FUNCTION "estimate_late_recount"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
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

CREATE FUNCTION "estimate_late_forget"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "estimate_late_totals";
  RETURN NULL;
END
$$;

CREATE TRIGGER "estimate_late_totals_insert" AFTER INSERT ON "project_estimates"
FOR EACH ROW WHEN (NEW."first_contact_at" IS NOT NULL) EXECUTE FUNCTION "estimate_late_recount"();

CREATE TRIGGER "estimate_late_totals_update" AFTER UPDATE OF "quarantined_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "outcome", "first_contact_at", "due_at" ON "project_estimates"
FOR EACH ROW WHEN (OLD."first_contact_at" IS NOT NULL OR NEW."first_contact_at" IS NOT NULL) EXECUTE FUNCTION "estimate_late_recount"();

CREATE TRIGGER "estimate_late_totals_delete" AFTER DELETE ON "project_estimates"
FOR EACH ROW WHEN (OLD."first_contact_at" IS NOT NULL) EXECUTE FUNCTION "estimate_late_recount"();

CREATE TRIGGER "estimate_late_totals_truncate" AFTER TRUNCATE ON "project_estimates"
FOR EACH STATEMENT EXECUTE FUNCTION "estimate_late_forget"();
