-- AlterTable
ALTER TABLE "project_estimates" ADD COLUMN "completed_at" DATETIME;
ALTER TABLE "project_estimates" ADD COLUMN "erased_at" DATETIME;

-- Nobody has to be contacted whose data was erased, so what waits for the staff leaves such estimates out.
DROP INDEX "project_estimates_waiting_idx";
CREATE INDEX "project_estimates_waiting_idx" ON "project_estimates"("due_at", "id", "created_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "outcome", "follow_up_on", "erased_at") WHERE "first_contact_at" IS NULL AND "quarantined_at" IS NULL;
DROP INDEX "project_estimates_unassigned_idx";
CREATE INDEX "project_estimates_unassigned_idx" ON "project_estimates"("created_at", "id", "first_contact_at", "due_at", "follow_up_on", "status", "outcome", "assignee_id", "quarantined_at", "erased_at") WHERE "status" = 'new' AND "outcome" = 'open' AND "assignee_id" IS NULL AND "quarantined_at" IS NULL;
DROP INDEX "project_estimates_assigned_idx";
CREATE INDEX "project_estimates_assigned_idx" ON "project_estimates"("assignee_id", "created_at", "id", "first_contact_at", "due_at", "follow_up_on", "outcome", "quarantined_at", "erased_at") WHERE "assignee_id" IS NOT NULL AND "outcome" = 'open' AND "quarantined_at" IS NULL;

-- What the retention rules erase next, oldest first. The daily run notes the completion of estimates that lack it.
CREATE INDEX "project_estimates_completed_idx" ON "project_estimates"("completed_at", "id") WHERE "status" = 'completed' AND "quarantined_at" IS NULL AND "erased_at" IS NULL;
CREATE INDEX "project_estimates_spam_idx" ON "project_estimates"("spam_at", "id") WHERE "spam_at" IS NOT NULL AND "erased_at" IS NULL;
