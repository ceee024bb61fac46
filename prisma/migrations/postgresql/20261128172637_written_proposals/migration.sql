-- AlterTable
ALTER TABLE "project_estimates" ADD COLUMN     "withdrawn_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "proposals" (
    "id" TEXT NOT NULL,
    "estimate_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "lines" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "starts" TEXT NOT NULL,
    "duration" TEXT NOT NULL,
    "valid_until" TEXT NOT NULL,
    "remind" BOOLEAN NOT NULL,
    "file_id" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "sent_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),
    "answer" TEXT,
    "answer_text" TEXT,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "proposals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stored_files" (
    "id" TEXT NOT NULL,
    "estimate_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_files_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "proposals_file_id_idx" ON "proposals"("file_id");

-- CreateIndex
CREATE INDEX "proposals_sent_at_idx" ON "proposals"("sent_at");

-- CreateIndex
CREATE UNIQUE INDEX "proposals_estimate_id_number_key" ON "proposals"("estimate_id", "number");

-- CreateIndex
CREATE INDEX "stored_files_estimate_id_idx" ON "stored_files"("estimate_id");

-- AddForeignKey
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "project_estimates"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "stored_files"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "project_estimates"("id") ON DELETE CASCADE ON UPDATE CASCADE;
