-- DropIndex
DROP INDEX "project_estimates_quarantined_at_status_idx";

-- DropIndex
DROP INDEX "project_estimates_first_contact_at_due_at_id_idx";

-- CreateTable
CREATE TABLE "estimate_exports" (
    "id" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_email" TEXT NOT NULL,
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

-- CreateIndex
CREATE INDEX "estimate_export_batches_last_id_first_id_idx" ON "estimate_export_batches"("last_id", "first_id");

-- AddForeignKey
ALTER TABLE "estimate_export_batches" ADD CONSTRAINT "estimate_export_batches_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "estimate_exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Indexes that a Prisma schema cannot express. New estimates enter only those that they have to.
CREATE INDEX "project_estimates_quarantined_idx" ON "project_estimates"("created_at", "id", "spam_at") WHERE "quarantined_at" IS NOT NULL;
CREATE INDEX "project_estimates_waiting_idx" ON "project_estimates"("due_at", "id", "created_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id") WHERE "first_contact_at" IS NULL AND "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_budget_idx" ON "project_estimates"((CASE "budget_range" WHEN 'under-10k' THEN 1 WHEN '10k-25k' THEN 2 WHEN '25k-50k' THEN 3 WHEN '50k-100k' THEN 4 WHEN '100k-250k' THEN 5 WHEN '250k-500k' THEN 6 WHEN 'over-500k' THEN 7 ELSE 0 END), "created_at", "id") WHERE "quarantined_at" IS NULL;
-- Finds the few estimates that many filters leave, by their combinations in estimate_totals. Without the column itself, an index on
-- an expression does not spare the rows.
CREATE INDEX "project_estimates_facets_idx" ON "project_estimates"("project_type", "budget_range", "timeline", "status", "urgent", (coalesce("assignee_id", '')), "created_at") INCLUDE ("assignee_id") WHERE "quarantined_at" IS NULL;
-- The time from the start of the promised 24 hours to the first contact, in ms.
CREATE INDEX "project_estimates_response_idx" ON "project_estimates"((greatest(0, 86400000 + round(date_part('epoch', "first_contact_at" - "due_at") * 1000)::bigint)), "created_at") INCLUDE ("first_contact_at", "due_at") WHERE "first_contact_at" IS NOT NULL AND "due_at" IS NOT NULL AND "quarantined_at" IS NULL;

-- Kept numbers: their triggers keep them right whoever writes. Rows may become 0. Each number is the sum over all shards; a
-- transaction has its shard for itself, so that no two wait for each other.
CREATE TABLE "estimate_totals" (
    "project_type" TEXT NOT NULL,
    "budget_range" TEXT NOT NULL,
    "timeline" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "urgent" BOOLEAN NOT NULL,
    "assignee_id" TEXT NOT NULL, -- empty for none
    "spam" TEXT NOT NULL, -- none, quarantined or confirmed
    "shard" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    PRIMARY KEY ("project_type", "budget_range", "timeline", "status", "urgent", "assignee_id", "spam", "shard")
) WITH (fillfactor = 70);

-- Estimates outside quarantine. Weeks are counted from Monday, January 1, 1900, 05:00 UTC.
CREATE TABLE "estimate_weeks" (
    "week" INTEGER NOT NULL,
    "project_type" TEXT NOT NULL,
    "budget_range" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "shard" INTEGER NOT NULL DEFAULT 0,
    "requests" INTEGER NOT NULL,
    "judged" INTEGER NOT NULL, -- contacted, or with a deadline, which may be ahead
    "in_time" INTEGER NOT NULL,
    PRIMARY KEY ("week", "project_type", "budget_range", "outcome", "shard")
) WITH (fillfactor = 70);

-- First contacts by full hours since the start of the promised 24 hours.
CREATE TABLE "estimate_response_hours" (
    "week" INTEGER NOT NULL,
    "hours" INTEGER NOT NULL,
    "shard" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    PRIMARY KEY ("week", "hours", "shard")
) WITH (fillfactor = 70);

INSERT INTO "estimate_totals"
SELECT "project_type", "budget_range", "timeline", "status", "urgent", coalesce("assignee_id", ''), CASE WHEN "quarantined_at" IS NULL THEN 'none' WHEN "spam_at" IS NULL THEN 'quarantined' ELSE 'confirmed' END AS "spam", 0, count(*)
FROM "project_estimates" GROUP BY 1, 2, 3, 4, 5, 6, 7;

INSERT INTO "estimate_weeks"
SELECT floor((date_part('epoch', "created_at") + 2208970800) / 604800)::integer, "project_type", "budget_range", "outcome", 0, count(*),
  count(coalesce("first_contact_at", "due_at")), count(*) FILTER (WHERE "first_contact_at" <= "due_at")
FROM "project_estimates" WHERE "quarantined_at" IS NULL GROUP BY 1, 2, 3, 4;

INSERT INTO "estimate_response_hours"
SELECT floor((date_part('epoch', "created_at") + 2208970800) / 604800)::integer, greatest(0, 86400000 + round(date_part('epoch', "first_contact_at" - "due_at") * 1000)::bigint) / 3600000, 0, count(*)
FROM "project_estimates" WHERE "first_contact_at" IS NOT NULL AND "due_at" IS NOT NULL AND "quarantined_at" IS NULL GROUP BY 1, 2;

-- The first shard that no other transaction uses. Waits for nothing; the lock ends with the transaction.
CREATE FUNCTION "estimate_shard"() RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
  "shard" INTEGER := 0;
BEGIN
  WHILE NOT pg_try_advisory_xact_lock(510716249, "shard") LOOP
    "shard" := "shard" + 1;
  END LOOP;
  RETURN "shard";
END
$$;

-- Adds an estimate to the numbers, or takes it out of them.
CREATE FUNCTION "estimate_count"("estimate" "project_estimates", "change" INTEGER) RETURNS VOID LANGUAGE plpgsql AS $$
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

CREATE FUNCTION "estimate_recount"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
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

CREATE FUNCTION "estimate_forget_counts"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "estimate_totals";
  DELETE FROM "estimate_weeks";
  DELETE FROM "estimate_response_hours";
  RETURN NULL;
END
$$;

CREATE TRIGGER "estimate_totals_write" AFTER INSERT OR DELETE OR UPDATE OF "created_at", "quarantined_at", "spam_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "outcome", "first_contact_at", "due_at" ON "project_estimates"
FOR EACH ROW EXECUTE FUNCTION "estimate_recount"();

CREATE TRIGGER "estimate_totals_truncate" AFTER TRUNCATE ON "project_estimates"
FOR EACH STATEMENT EXECUTE FUNCTION "estimate_forget_counts"();
