# Os três papéis de um aparelho à mesa.

board-role-title = Este aparelho é para …
board-role-operator = Operador de rádio
board-role-captain = Capitão
board-role-mate = Imediato
board-role-operator-hint = Anota o que o inimigo anuncia
board-role-captain-hint = Vista grande, legível a dois metros
board-role-mate-hint = Anota o que a nossa tripulação anuncia
board-role-back = Voltar aos botões do operador de rádio
board-glance = Para o capitão
board-glance-many = nenhuma se destaca
board-glance-misheard = Mal ouvido desde { $n }?
board-glance-cut = Sem conexão: não está em dia
board-glance-cell = { $cell }: { $here } nela, { $near } a uma casa ou menos
board-mate-pad = Nós anunciamos
board-welcome-mate = Um toque para cada anúncio da sua tripulação.
