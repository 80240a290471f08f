import java.security.SecureRandom;

/** Draws the match's own cases with Java's generator, and prints a hash of each. */
class Official {
    static SecureRandom random;

    static int integer(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    static double real(double low, double high) {
        return (random.nextLong() >>> 11) * 0x1.0p-53 * (high - low) + low;
    }

    static String draw(long seed) throws Exception {
        random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(seed);
        int side = integer(10, 30), colours = integer(2, 9), holes = integer(1, 10);
        double fill = real(0.2, 0.8);
        if (seed == 1) {
            side = 10; colours = 2; holes = 1; fill = 0.2;
        } else if (seed == 2) {
            side = 30; colours = 9; holes = 10; fill = 0.8;
        }
        int[][] cells = new int[side][side];
        for (int left = holes; left > 0; ) {
            int row = integer(0, side - 1), column = integer(0, side - 1);
            if (cells[row][column] == 0) {
                cells[row][column] = -1;
                left--;
            }
        }
        StringBuilder text = new StringBuilder(side + "\n" + colours + "\n" + holes + "\n");
        for (int[] row : cells) {
            for (int cell : row) {
                boolean isBlock = cell == 0 && real(0, 1) < fill;
                text.append(isBlock ? integer(1, colours) : cell).append('\n');
            }
        }
        return text.toString();
    }

    public static void main(String[] args) throws Exception {
        for (long seed = Long.parseLong(args[0]); seed <= Long.parseLong(args[1]); seed++) {
            System.out.println(draw(seed).hashCode());
        }
    }
}
