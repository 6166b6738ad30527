# O que o servidor diz à mesa: uma mensagem por chave de uma frase do código.

said-fault = lido { $found }, esperado { $expected }
said-fault-at = linha { $line }, coluna { $column }: lido { $found }, esperado { $expected }
said-at = linha { $line }, coluna { $column }: { $why }

said-wrong-code = Este código não abre nenhum jogo aqui. Peça um novo convite a um aparelho da sua equipa.
said-wrong-short = Este código curto não abre nenhum jogo aqui, ou já expirou. Peça um novo a um aparelho da sua equipa.
said-locked-out = Vieram demasiados códigos errados do endereço deste aparelho. Espere { $seconds } segundos e tente de novo.
said-many-maps = Vieram muitos mapas do endereço deste aparelho. Espere { $seconds } segundos e tente de novo.
said-server-failed = O servidor falhou nisto (um erro deste programa). Nada do que foi enviado se perdeu.
said-line-long = A linha tem { $count } caracteres: no máximo { $most }; envie-a em partes.

said-map-no-name = O mapa ainda não tem nome.
said-map-no-sea = Não há mar: pelo menos uma célula não pode ser ilha.
said-map-cut-off = Mar que as ilhas separam do resto: { $cells }.
said-map-cut-off-one = { $cells } é mar que as ilhas separam do resto.
said-maps-full = Este servidor já guarda { $most } mapas: apague primeiro um dos seus.
said-map-not-yours = Só o aparelho que desenhou este mapa o pode apagar.

said-review-memory = Esta máquina tem memória a menos para a revisão.
said-review-failed = A revisão falhou (um defeito deste programa); o registo fica como está.
said-truth-nothing = Esse anúncio não esconde nada que a folha do capitão diga: veja de novo a lista.
