-- AlterEnum
ALTER TYPE "SeatStatus" ADD VALUE 'left';
