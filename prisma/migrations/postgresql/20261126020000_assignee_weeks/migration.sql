-- Kept numbers of assigned estimates outside quarantine, for reports. A new estimate has no assignee, so a submission does not write here.
CREATE TABLE "estimate_assignee_weeks" (
    "week" INTEGER NOT NULL, -- as in estimate_weeks
    "assignee_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "shard" INTEGER NOT NULL DEFAULT 0,
    "requests" INTEGER NOT NULL,
    "judged" INTEGER NOT NULL, -- contacted, or with a deadline, which may be ahead
    "in_time" INTEGER NOT NULL,
    PRIMARY KEY ("week", "assignee_id", "outcome", "shard")
) WITH (fillfactor = 70);

INSERT INTO "estimate_assignee_weeks"
SELECT floor((date_part('epoch', "created_at") + 2208970800) / 604800)::integer, "assignee_id", "outcome", 0, count(*),
  count(coalesce("first_contact_at", "due_at")), count(*) FILTER (WHERE "first_contact_at" <= "due_at")
FROM "project_estimates" WHERE "assignee_id" IS NOT NULL AND "quarantined_at" IS NULL GROUP BY 1, 2, 3;

CREATE FUNCTION "estimate_assignee_count"("estimate" "project_estimates", "change" INTEGER) RETURNS VOID LANGUAGE plpgsql AS $$
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

CREATE FUNCTION "estimate_assignee_recount"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
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

CREATE FUNCTION "estimate_assignee_forget"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "estimate_assignee_weeks";
  RETURN NULL;
END
$$;

CREATE TRIGGER "estimate_assignee_weeks_insert" AFTER INSERT ON "project_estimates"
FOR EACH ROW WHEN (NEW."assignee_id" IS NOT NULL) EXECUTE FUNCTION "estimate_assignee_recount"();

CREATE TRIGGER "estimate_assignee_weeks_update" AFTER UPDATE OF "created_at", "quarantined_at", "assignee_id", "outcome", "first_contact_at", "due_at" ON "project_estimates"
FOR EACH ROW WHEN (OLD."assignee_id" IS NOT NULL OR NEW."assignee_id" IS NOT NULL) EXECUTE FUNCTION "estimate_assignee_recount"();

CREATE TRIGGER "estimate_assignee_weeks_delete" AFTER DELETE ON "project_estimates"
FOR EACH ROW WHEN (OLD."assignee_id" IS NOT NULL) EXECUTE FUNCTION "estimate_assignee_recount"();

CREATE TRIGGER "estimate_assignee_weeks_truncate" AFTER TRUNCATE ON "project_estimates"
FOR EACH STATEMENT EXECUTE FUNCTION "estimate_assignee_forget"();
