/** The address of a link's checkout page. */
export function checkoutAddress({ publicUrl }: { readonly publicUrl: string }, linkId: string): string {
  return `${publicUrl}/checkout/${linkId}`;
}
