import './redis/redis-check.section';
import './redis/sentinel.section';
import './rate-limit/redis-throttler-storage.section';
