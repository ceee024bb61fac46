-- AlterTable
ALTER TABLE "project_estimates" ADD COLUMN "form_verified" BOOLEAN NOT NULL DEFAULT true;

-- The order of claims: messages that were never tried, then those to the staff and to accounts, then those to visitors.
CREATE INDEX "outbox_messages_claim_order_idx" ON "outbox_messages"((CASE WHEN "attempts" = 0 THEN 0 WHEN "kind" = 'estimate.visitor' THEN 2 ELSE 1 END), "next_attempt_at") WHERE "state" = 'pending';
