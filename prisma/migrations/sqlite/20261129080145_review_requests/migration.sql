-- CreateTable
CREATE TABLE "review_requests" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "asked_at" DATETIME NOT NULL,
    "opted_out_at" DATETIME
);
