import { SetMetadata } from '@nestjs/common';

export const TAKES_BODY = 'takes-body';

/** A `DELETE` with a body, which other operations of that method ignore. */
export const TakesBody = () => SetMetadata(TAKES_BODY, true);
