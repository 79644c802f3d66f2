import './versioning.section';
