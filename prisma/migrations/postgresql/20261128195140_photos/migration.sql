-- Files get their bytes in a table of their own, and photos may wait for their request.
-- Contracts: no release has stored_files yet.
-- CreateTable
CREATE TABLE "file_contents" (
    "file_id" TEXT NOT NULL,
    "small" BYTEA,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "file_contents_pkey" PRIMARY KEY ("file_id")
);

INSERT INTO "file_contents" ("file_id", "bytes") SELECT "id", "bytes" FROM "stored_files";

-- AlterTable
ALTER TABLE "stored_files" DROP COLUMN "bytes",
ADD COLUMN     "height" INTEGER,
ADD COLUMN     "request_key" TEXT,
ADD COLUMN     "width" INTEGER,
ALTER COLUMN "estimate_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "stored_files_request_key_idx" ON "stored_files"("request_key");

-- AddForeignKey
ALTER TABLE "file_contents" ADD CONSTRAINT "file_contents_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "stored_files"("id") ON DELETE CASCADE ON UPDATE CASCADE;
