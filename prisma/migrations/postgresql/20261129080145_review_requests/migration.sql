-- CreateTable
CREATE TABLE "review_requests" (
    "id" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "opted_out_at" TIMESTAMPTZ(3),

    CONSTRAINT "review_requests_pkey" PRIMARY KEY ("id")
);
