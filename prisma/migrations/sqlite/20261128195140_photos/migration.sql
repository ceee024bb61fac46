-- Files get their bytes in a table of their own, and photos may wait for their request.
-- Contracts: no other process uses a SQLite file.
-- CreateTable
CREATE TABLE "file_contents" (
    "file_id" TEXT NOT NULL PRIMARY KEY,
    "small" BLOB,
    "bytes" BLOB NOT NULL,
    CONSTRAINT "file_contents_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "stored_files" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

INSERT INTO "file_contents" ("file_id", "bytes") SELECT "id", "bytes" FROM "stored_files";

-- RedefineTables
CREATE TABLE "new_stored_files" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "estimate_id" TEXT,
    "request_key" TEXT,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "stored_files_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "project_estimates" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_stored_files" ("created_at", "estimate_id", "id", "name", "type") SELECT "created_at", "estimate_id", "id", "name", "type" FROM "stored_files";
DROP TABLE "stored_files";
ALTER TABLE "new_stored_files" RENAME TO "stored_files";
CREATE INDEX "stored_files_estimate_id_idx" ON "stored_files"("estimate_id");
CREATE INDEX "stored_files_request_key_idx" ON "stored_files"("request_key");
