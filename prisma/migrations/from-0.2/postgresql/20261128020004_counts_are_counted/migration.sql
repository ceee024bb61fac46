-- Counts and reports are counted from the requests themselves.
-- Contracts: nothing since 0.3 reads the kept numbers. While a process of 0.2 still runs beside it, requests are stored as before, but the
-- lists, counts and reports of that process fail.
DROP TRIGGER "estimate_totals_write" ON "project_estimates";
DROP TRIGGER "estimate_totals_truncate" ON "project_estimates";
DROP TRIGGER "estimate_closed_totals_insert" ON "project_estimates";
DROP TRIGGER "estimate_closed_totals_update" ON "project_estimates";
DROP TRIGGER "estimate_closed_totals_delete" ON "project_estimates";
DROP TRIGGER "estimate_closed_totals_truncate" ON "project_estimates";
DROP TRIGGER "estimate_late_totals_insert" ON "project_estimates";
DROP TRIGGER "estimate_late_totals_update" ON "project_estimates";
DROP TRIGGER "estimate_late_totals_delete" ON "project_estimates";
DROP TRIGGER "estimate_late_totals_truncate" ON "project_estimates";
DROP TRIGGER "estimate_assignee_weeks_insert" ON "project_estimates";
DROP TRIGGER "estimate_assignee_weeks_update" ON "project_estimates";
DROP TRIGGER "estimate_assignee_weeks_delete" ON "project_estimates";
DROP TRIGGER "estimate_assignee_weeks_truncate" ON "project_estimates";
DROP FUNCTION "estimate_recount"();
DROP FUNCTION "estimate_forget_counts"();
DROP FUNCTION "estimate_closed_recount"();
DROP FUNCTION "estimate_closed_forget"();
DROP FUNCTION "estimate_assignee_recount"();
DROP FUNCTION "estimate_assignee_forget"();
DROP FUNCTION "estimate_late_recount"();
DROP FUNCTION "estimate_late_forget"();
DROP FUNCTION "estimate_count"("project_estimates", INTEGER);
DROP FUNCTION "estimate_closed_count"("project_estimates", INTEGER);
DROP FUNCTION "estimate_assignee_count"("project_estimates", INTEGER);
DROP FUNCTION "estimate_late_count"("project_estimates", INTEGER);
DROP FUNCTION "estimate_shard"();
DROP TABLE "estimate_totals";
DROP TABLE "estimate_closed_totals";
DROP TABLE "estimate_late_totals";
DROP TABLE "estimate_weeks";
DROP TABLE "estimate_assignee_weeks";
DROP TABLE "estimate_response_hours";

-- Indexes that only found what kept numbers had counted.
DROP INDEX "project_estimates_facets_idx";
DROP INDEX "project_estimates_response_idx";
DROP INDEX "project_estimates_closed_idx";
DROP INDEX "project_estimates_follow_up_idx";
DROP INDEX "project_estimates_late_idx";

-- DropIndex
DROP INDEX "project_estimates_finding_idx";

-- CreateIndex
CREATE INDEX "project_estimates_finding_idx" ON "project_estimates"("created_at", "id", "quarantined_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "first_contact_at", "due_at", "spam_at", "outcome", "follow_up_on", "erased_at", "quarantine_reasons");
