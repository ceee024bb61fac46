-- Reports count the requests that came by phone without reading the rows of the others.
CREATE INDEX "project_estimates_phone_idx" ON "project_estimates"("created_at", "quarantined_at", "source") WHERE "source" = 'phone' AND "quarantined_at" IS NULL;
