# O que o servidor diz à mesa: uma mensagem para cada chave de uma frase do código.

said-ambiguous = { $words } pode ser lido como: { $ways }. Diga qual
said-ambiguous-many = { $words } podem ser lidos de várias maneiras: diga o texto em partes, ou como o formato de registro o escreve, como “sonar row=5 sector=3”

said-at = linha { $line }, coluna { $column }: { $why }

said-broke-off = O pedido foi interrompido.

said-cell-unreadable = A célula não pode ser lida: esperada uma como C6.

said-device-earlier = Esse aparelho entrou no jogo antes deste: só um que entrou mais cedo pode pô-lo para fora.
said-device-gone = Nenhum aparelho deste jogo tem esse id, ou já foi posto para fora.

said-expected-after = { $what } depois de { $word }
said-expected-after-side = depois do lado, { $what }
said-expected-as-first = { $count }, como na linha 1
said-expected-at-cell = o que aconteceu nesta célula, como torpedo C6 ou trigger C6
said-expected-at-most = no máximo { $most }
said-expected-cell = uma célula como C6 (coluna A-{ $column }, linha 1-{ $row })
said-expected-cells-along = um número de células de 1 a { $most }
said-expected-clock = um relógio como m:ss ou h:mm:ss
said-expected-clock-first = { $what }; um relógio é m:ss ou h:mm:ss no começo da linha
said-expected-column = uma coluna A-{ $column }
said-expected-course = um rumo: norte, leste, sul ou oeste
said-expected-course-after = um rumo depois de { $word }: norte, leste, sul ou oeste
said-expected-header = um dos cabeçalhos { $headers }
said-expected-header-once = cada cabeçalho uma vez
said-expected-header-or-labels = um cabeçalho como 'name: Alpha' ou as letras de coluna 'A B C ...'
said-expected-headings = cabeçalhos como side, announcement, clock na primeira linha
said-expected-hit = um acerto indireto com um dano, ou um acerto direto com dois
said-expected-item = um item como N, silence, surface 5 ou torpedo C6 clear
said-expected-known-map = o id de um mapa ({ $maps }) ou um [Grid]; um arquivo de mapa só se lê na linha de comando
said-expected-labels = uma linha de letras de coluna como 'A B C' acima das linhas
said-expected-letter = uma das letras desta língua para um rumo ({ $letters }), ou outro item
said-expected-line = uma linha
said-expected-line-end = o fim da linha, ou # e um comentário
said-expected-map = um mapa: { $maps }, ou o nome de um arquivo que termina em .txt
said-expected-map-id = o id de um mapa, como alpha
said-expected-map-line = uma linha como [Map "alpha"]
said-expected-map-sign = um de . (mar) # (ilha) o (buraco no gelo) M (mina Archer) O (outra marca), com espaços entre eles
said-expected-mine-truth = a célula da mina, como (G7): { $cell }
said-expected-mines = 8 ou 4
said-expected-mode = { $one } ou { $other }
said-expected-most-rows = no máximo { $most } linhas
said-expected-one-a-column = { $count }, um por coluna
said-expected-one-reading = palavras com uma só leitura: { $question }
said-expected-or-mark = { $what } ou ? depois de { $word }
said-expected-or-unheard = { $what }, ou ?,
said-expected-other-kind = outro tipo que não { $kind }, que já foi respondido (uma letra é uma coluna, um número uma linha)
said-expected-perhaps = { $what } (talvez “{ $near }”?)
said-expected-question = antes desta resposta, aquilo a que responde, como { $example }
said-expected-repeats = um rumo repetido de 1 a { $most } vezes
said-expected-row = uma linha 1-{ $row } ou uma coluna A-{ $column }
said-expected-rows = linhas como ' 1  . . #' abaixo das letras de coluna
said-expected-sea = ao menos uma célula que não seja ilha
said-expected-sector = o número de um setor, como 5
said-expected-sector-line = as células ao longo de um setor, como 'sector: 5'
said-expected-sector-side = as células ao longo de um setor, 1 a { $most }
said-expected-self = clear, indirect ou direct depois de self=
said-expected-side = yellow ou blue
said-expected-side-first = { $what }; um lado só fica no começo da linha
said-expected-side-of = um lado: { $sides }
said-expected-sign = um de . # o M O, linhas separadas por /
said-expected-silence-truth = o rumo e a distância do silêncio, como (E3), ou (0)
said-expected-sonar = dois diferentes de row=, column= e sector=, como sonar row=5 sector=3, ou sonar ?
said-expected-sonar-said = dois diferentes de linha, coluna e setor, como “sonar row 5 sector 3” (uma letra é uma coluna)
said-expected-start = uma célula como G7
said-expected-system = um sistema que está pronto: { $systems }
said-expected-system-after = um sistema depois de { $word }: { $systems }
said-expected-tag = uma etiqueta como [Map "alpha"]
said-expected-tag-name = o nome de uma etiqueta sem espaços, aspas, colchetes, '=' e '#'
said-expected-tag-once = esta etiqueta uma só vez num registro
said-expected-torpedo = manhattan ou path
said-expected-two = { $what }, não os três
said-expected-up-to = 1 a { $most }

said-fault = lido { $found }, esperado { $expected }
said-fault-at = linha { $line }, coluna { $column }: lido { $found }, esperado { $expected }

said-found-cells = { $count } células na linha { $row } de [Grid]
said-found-columns = { $count } colunas
said-found-empty = uma linha sem item
said-found-end = o fim da linha
said-found-header-again = '{ $header }:' uma segunda vez
said-found-in-tag = { $value } em [{ $tag }]
said-found-label = letra de coluna { $label }
said-found-lines = várias linhas
said-found-lone = “{ $words }” sem item
said-found-mode = modo { $value }
said-found-no-labels = nenhuma letra de coluna
said-found-no-map = nem [Map] nem [Grid]
said-found-no-rows = nenhuma linha
said-found-no-sea = nenhum mar
said-found-no-sector = nenhuma linha 'sector:'
said-found-nothing = nenhum anúncio
said-found-row = linha { $label }
said-found-row-label = número de linha { $label }
said-found-rows = { $count } linhas
said-found-sector = setor { $value }
said-found-signs = { $count } sinais na linha { $row }
said-found-tag-again = [{ $tag }] uma segunda vez

said-heard-impossible = “{ $heard }”: { $why }

said-id-taken = O id { $id } já é de outro anúncio deste jogo: envie com um novo id.
said-id-unknown = Nenhum anúncio deste jogo tem o id { $id }: talvez tenha sido recusado; olhe a lista e tente de novo.

said-inference-failed = o cálculo falhou (um erro deste programa); o registro fica como está.
said-inference-stopped = Anúncio { $n } ({ $heard }): { $why }

said-journal-busy = O diário { $journal } está ocupado demais para isto; vai de novo sozinho.
said-journal-damaged = O diário { $journal } está danificado ({ $found }). Ficou como está: ponha um backup no lugar, ou tire-o de lá e aponte SONAR_DB para um novo arquivo.
said-journal-disk = O diário { $journal } não pode ser escrito: o disco está cheio. Libere espaço; os toques esperam nos aparelhos.
said-journal-driver = O diário { $journal } precisa de um driver de banco que não está instalado: { $fault }.
said-journal-failed = O diário { $journal } falhou ({ $doing }): { $cause }.
said-journal-folder = O diário { $journal } é uma pasta: aponte SONAR_DB para um arquivo nela.
said-journal-foreign = O arquivo { $journal } é um banco de outra coisa (contém { $tables }). Ficou como está: aponte SONAR_DB para outro arquivo.
said-journal-gap = Falta ao diário { $journal } a operação { $n } do jogo { $game }. Ficou como está: ponha um backup no lugar.
said-journal-in-use = O diário { $journal } está em uso por outro programa. Feche esse programa; os toques esperam nos aparelhos.
said-journal-no-folder = O diário { $journal } não pode ser criado: não há a pasta { $folder }. Crie-a, ou mude SONAR_DB.
said-journal-not-opened = O diário { $journal } não pode ser aberto. Deixe este usuário escrever no arquivo e na pasta, ou mude SONAR_DB.
said-journal-not-sqlite = O diário { $journal } não é um banco SQLite. Ficou como está: tire-o de lá, ou aponte SONAR_DB para outro arquivo.
said-journal-permissions = O diário { $journal } não pode ser lido: { $fault }. Verifique as permissões.
said-journal-read-only = O diário { $journal } não pode ser escrito: é só de leitura. Deixe este usuário escrever no arquivo e na pasta.
said-journal-senseless = O diário { $journal } contém um jogo que não pode ser aberto: a operação { $n } do jogo { $game } não faz sentido ({ $why }). Ficou como está: ponha um backup no lugar.
said-journal-url = SONAR_DB não é o endereço de um banco: esperado um nome de arquivo, ou um endereço como sqlite:///games.sqlite.
said-journal-version = O diário { $journal } foi escrito por outra versão deste programa (formato { $found }, esperado { $expected }). Ficou como está: inicie essa versão, ou tire o diário de lá.

said-line-control = A linha contém uma quebra ou outro caractere de controle: esperada uma linha de texto simples.
said-line-empty = A linha não anuncia nada: esperado ao menos um item, como "B N".
said-line-long = A linha tem { $count } caracteres: no máximo { $most }; envie-a em partes.
said-line-many = A linha tem { $count } anúncios: no máximo { $most }; envie-a em partes.

said-locked-out = Vieram códigos errados demais do endereço deste aparelho. Espere { $seconds } segundos e tente de novo.

said-many-maps = Vieram muitos mapas do endereço deste aparelho agora. Espere { $seconds } segundos e tente de novo.
said-many-pages = Este jogo já tem { $most } páginas abertas. Feche algumas.

said-map-cut-off = Mar que as ilhas separam do resto: { $cells }.
said-map-cut-off-one = { $cells } é mar que as ilhas separam do resto.
said-map-no-name = O mapa ainda não tem nome.
said-map-no-sea = Não há mar: ao menos uma célula não pode ser ilha.
said-map-not-yours = Só o aparelho que desenhou este mapa pode apagá-lo.

said-maps-full = Este servidor já guarda { $most } mapas: apague primeiro um dos seus.

said-next-begun = A sua tripulação já começou o próximo jogo: o quadro e o menu levam até lá.
said-next-closed = Este aparelho não tem lugar no próximo jogo da tripulação. Peça um convite para ele.
said-next-none = A sua tripulação ainda não começou o próximo jogo.

said-no-address = Não há nada neste endereço, ou não por este método.
said-no-archer-there = não há mina Archer em { $cell }: o mapa { $map } as tem em { $mines }
said-no-archers = não há mina Archer em { $cell }: o mapa { $map } não tem nenhuma
said-no-memory = a memória desta máquina não comporta o que é possível; o registro fica como está.
said-no-memory-short = memória de menos
said-no-reading = Nem dois rumos mal ouvidos explicam o que foi ouvido: percorra a lista, ou inclua o que pode ter faltado.

said-not-shown = Depois do anúncio { $n }: { $why }
said-not-utf8 = o byte { $n } não é texto UTF-8: salve o arquivo como UTF-8 e tente de novo

said-note-gone = Já tinha sido desfeito ou mudado desde então; nada foi desfeito.
said-note-never = Nunca entrou na lista; nada foi desfeito.
said-note-no-redo = Nada foi desfeito que se possa trazer de volta.
said-note-not-changed = Já tinha sido desfeito; nada foi mudado.
said-note-not-deleted = Já tinha sido desfeito; nada foi apagado.
said-note-nothing-after = Nada vinha depois; nada foi desfeito.
said-note-redone = Já tinha sido trazido de volta; nada foi feito.

said-nothing-possible = Nenhuma célula é possível.

said-off-cells = { $cell } está fora do mapa: o mapa { $map } tem as células A1 a { $last }
said-off-columns = a coluna { $column } está fora do mapa: o mapa { $map } tem as colunas A a { $last }
said-off-rows = a linha { $row } está fora do mapa: o mapa { $map } tem as linhas 1 a { $last }
said-off-sectors = o setor { $sector } não existe: o mapa { $map } tem os setores 1 a { $last }

said-other-site = Este pedido vem da página de outro site. Abra a página do próprio jogo e use essa.

said-record-long = O registro tem { $count } anúncios: no máximo { $most }.

said-review-failed = A revisão falhou (um erro deste programa); o registro fica como está.
said-review-memory = Esta máquina tem memória de menos para a revisão.

said-server-failed = O servidor falhou nisto (um erro deste programa). Nada do que foi enviado se perdeu.

said-settings-no-sea = O mapa { $map } não tem mar: esperada ao menos uma célula de mar.
said-settings-unreadable = As definições deste jogo no diário não podem ser lidas ({ $fault }).

said-too-large = O pedido é grande demais: no máximo { $most } KiB.
said-too-little-memory = Esta máquina tem memória de menos para isso.
said-too-many = { $histories } histórias precisariam de cerca de { $mebibytes } MiB, mais do que há: o registro fica como está; desfaça, ou espere o inimigo emergir ou outra pista

said-truth-nothing = Esse anúncio não esconde nada que a folha de um capitão diga: olhe a lista de novo.

said-wrong-code = Este código não abre nenhum jogo aqui. Peça um novo convite a um aparelho da sua tripulação.
said-wrong-short = Este código curto não abre nenhum jogo aqui, ou já expirou. Peça um novo a um aparelho da sua tripulação.
