-- DropIndex
DROP INDEX "project_estimates_finding_idx";

-- AlterTable
ALTER TABLE "project_estimates" ADD COLUMN     "landing_path" TEXT,
ADD COLUMN     "lead_source" VARCHAR(100),
ADD COLUMN     "referrer_host" VARCHAR(100),
ADD COLUMN     "utm_campaign" VARCHAR(100),
ADD COLUMN     "utm_medium" VARCHAR(100);

-- CreateIndex
CREATE INDEX "project_estimates_finding_idx" ON "project_estimates"("created_at", "id", "quarantined_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "first_contact_at", "due_at", "spam_at", "outcome", "follow_up_on", "erased_at", "quarantine_reasons", "proposal_promised_on", "proposal_due_on", "proposal_sent_at", "proposal_cents", "lead_source");
