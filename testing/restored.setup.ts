// After each test file that shares its process with others: the clock, and what spies have replaced.
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
