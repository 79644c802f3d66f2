import './limits.section';
