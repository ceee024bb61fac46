-- DropIndex
DROP INDEX "project_estimates_finding_idx";

-- CreateIndex
CREATE INDEX "project_estimates_finding_idx" ON "project_estimates"("created_at", "id", "quarantined_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "first_contact_at", "due_at", "spam_at", "outcome", "follow_up_on");

-- Overdue estimates are also filtered by outcome and follow-up.
DROP INDEX "project_estimates_waiting_idx";
CREATE INDEX "project_estimates_waiting_idx" ON "project_estimates"("due_at", "id", "created_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "outcome", "follow_up_on") WHERE "first_contact_at" IS NULL AND "quarantined_at" IS NULL;

-- Won or lost estimates, and those with a follow-up, newest first, with all columns that filters compare. New estimates are in neither.
CREATE INDEX "project_estimates_closed_idx" ON "project_estimates"("created_at", "id", "outcome", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "first_contact_at", "due_at", "follow_up_on") WHERE "outcome" <> 'open' AND "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_follow_up_idx" ON "project_estimates"("created_at", "id", "follow_up_on", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "first_contact_at", "due_at", "outcome") WHERE "follow_up_on" IS NOT NULL AND "quarantined_at" IS NULL;
