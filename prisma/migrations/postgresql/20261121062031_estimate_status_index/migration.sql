-- CreateIndex
CREATE INDEX "project_estimates_status_idx" ON "project_estimates"("status");
