import './request-limits.section';
import './shared-limits.section';
