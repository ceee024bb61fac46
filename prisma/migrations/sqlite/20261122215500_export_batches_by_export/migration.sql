-- Deleting an old export looks for its batches.
CREATE INDEX "estimate_export_batches_export_id_idx" ON "estimate_export_batches"("export_id");
