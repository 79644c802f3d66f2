/* The terms of transfers. A change of their meaning needs a new CURRENT_TERMS_VERSION. */

export const TERMS_ES = `Términos de las transferencias a terceros

1. Una transferencia envía dinero de una billetera de la cuenta a un beneficiario que la cuenta registró antes.
2. La cuenta responde por los datos del beneficiario. El dinero enviado a un destino equivocado puede no recuperarse.
3. Cada transferencia se confirma con un código enviado por correo electrónico. Quien lo ingresa actúa en nombre de la cuenta.
4. Las comisiones, los impuestos, el mínimo y el plazo de cada transferencia se muestran antes de confirmarla.
5. Una transferencia confirmada no se puede cancelar. Si falla o es devuelta, el importe vuelve a la billetera según las reglas de los pagos.
6. El beneficiario recibe un aviso por correo electrónico cuando la transferencia se completa.
7. La cuenta usa las transferencias solo para fines lícitos y conoce a sus beneficiarios.`;

export const TERMS_PT = `Termos das transferências a terceiros

1. Uma transferência envia dinheiro de uma carteira da conta a um beneficiário que a conta cadastrou antes.
2. A conta responde pelos dados do beneficiário. O dinheiro enviado a um destino errado pode não ser recuperado.
3. Cada transferência é confirmada com um código enviado por e-mail. Quem o digita age em nome da conta.
4. As tarifas, os impostos, o mínimo e o prazo de cada transferência são mostrados antes da confirmação.
5. Uma transferência confirmada não pode ser cancelada. Se falhar ou for devolvida, o valor volta à carteira conforme as regras dos pagamentos.
6. O beneficiário recebe um aviso por e-mail quando a transferência é concluída.
7. A conta usa as transferências somente para fins lícitos e conhece os seus beneficiários.`;

export const TERMS_EN = `Terms of transfers to third parties

1. A transfer sends money from a wallet of the account to a beneficiary that the account registered before.
2. The account is responsible for the beneficiary's details. Money sent to a wrong destination may not be recovered.
3. Each transfer is confirmed with a code sent by e-mail. The person who enters it acts for the account.
4. The fees, the taxes, the minimum and the lead time of each transfer are shown before it is confirmed.
5. A confirmed transfer cannot be cancelled. If it fails or is returned, the amount goes back to the wallet under the rules of payouts.
6. The beneficiary is notified by e-mail when the transfer completes.
7. The account uses transfers for lawful purposes only and knows its beneficiaries.`;
