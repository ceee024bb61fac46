-- DropIndex
DROP INDEX "project_estimates_finding_idx";

-- AlterTable
ALTER TABLE "project_estimates" ADD COLUMN     "proposal_cents" BIGINT,
ADD COLUMN     "proposal_due_on" TEXT,
ADD COLUMN     "proposal_promised_on" TEXT,
ADD COLUMN     "proposal_sent_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "project_estimates_finding_idx" ON "project_estimates"("created_at", "id", "quarantined_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "first_contact_at", "due_at", "spam_at", "outcome", "follow_up_on", "erased_at", "quarantine_reasons", "proposal_promised_on", "proposal_due_on", "proposal_sent_at", "proposal_cents");

-- Proposals that are due, by their day. SQLite counts without reading the rows only if an index has the columns of its
-- condition, too.
CREATE INDEX "project_estimates_proposal_idx" ON "project_estimates"("proposal_due_on", "id", "assignee_id", "outcome", "proposal_sent_at", "quarantined_at", "erased_at") WHERE "proposal_due_on" IS NOT NULL AND "proposal_sent_at" IS NULL AND "outcome" = 'open' AND "quarantined_at" IS NULL;

-- The later sections of the Today page leave out what has a proposal due.
DROP INDEX "project_estimates_follow_up_day_idx";
CREATE INDEX "project_estimates_follow_up_day_idx" ON "project_estimates"("follow_up_on", "id", "first_contact_at", "due_at", "assignee_id", "quarantined_at", "outcome", "erased_at", "proposal_due_on", "proposal_sent_at") WHERE "follow_up_on" IS NOT NULL AND "quarantined_at" IS NULL;
DROP INDEX "project_estimates_unassigned_idx";
CREATE INDEX "project_estimates_unassigned_idx" ON "project_estimates"("created_at", "id", "first_contact_at", "due_at", "follow_up_on", "status", "outcome", "assignee_id", "quarantined_at", "erased_at", "proposal_due_on", "proposal_sent_at") WHERE "status" = 'new' AND "outcome" = 'open' AND "assignee_id" IS NULL AND "quarantined_at" IS NULL;
DROP INDEX "project_estimates_assigned_idx";
CREATE INDEX "project_estimates_assigned_idx" ON "project_estimates"("assignee_id", "created_at", "id", "first_contact_at", "due_at", "follow_up_on", "outcome", "quarantined_at", "erased_at", "proposal_due_on", "proposal_sent_at") WHERE "assignee_id" IS NOT NULL AND "outcome" = 'open' AND "quarantined_at" IS NULL;
