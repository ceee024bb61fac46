-- Counts and reports are counted from the requests themselves.
-- Contracts: nothing since 0.3 reads the kept numbers. While a process of 0.2 still runs beside it, requests are stored as before, but the
-- lists, counts and reports of that process fail.
DROP TRIGGER "estimate_totals_insert";
DROP TRIGGER "estimate_totals_update";
DROP TRIGGER "estimate_totals_delete";
DROP TRIGGER "estimate_closed_totals_insert";
DROP TRIGGER "estimate_closed_totals_update";
DROP TRIGGER "estimate_closed_totals_delete";
DROP TRIGGER "estimate_late_totals_insert";
DROP TRIGGER "estimate_late_totals_update";
DROP TRIGGER "estimate_late_totals_delete";
DROP TRIGGER "estimate_assignee_weeks_insert";
DROP TRIGGER "estimate_assignee_weeks_update";
DROP TRIGGER "estimate_assignee_weeks_delete";
-- Their triggers go with them.
DROP VIEW "estimate_changes";
DROP VIEW "estimate_assignee_changes";
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
