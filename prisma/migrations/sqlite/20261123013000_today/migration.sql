-- The sections of the Today page, each in its order and with the columns by which a more urgent section takes an estimate.
-- SQLite counts without reading the rows only if an index has the columns of its condition, too. A new estimate enters only
-- the second index, and leaves it when somebody takes it on.
CREATE INDEX "project_estimates_follow_up_day_idx" ON "project_estimates"("follow_up_on", "id", "first_contact_at", "due_at", "quarantined_at") WHERE "follow_up_on" IS NOT NULL AND "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_unassigned_idx" ON "project_estimates"("created_at", "id", "first_contact_at", "due_at", "follow_up_on", "status", "outcome", "assignee_id", "quarantined_at") WHERE "status" = 'new' AND "outcome" = 'open' AND "assignee_id" IS NULL AND "quarantined_at" IS NULL;
CREATE INDEX "project_estimates_assigned_idx" ON "project_estimates"("assignee_id", "created_at", "id", "first_contact_at", "due_at", "follow_up_on", "outcome", "quarantined_at") WHERE "assignee_id" IS NOT NULL AND "outcome" = 'open' AND "quarantined_at" IS NULL;
