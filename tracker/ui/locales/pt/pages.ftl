# A preparação de uma partida nova e o menu de uma em andamento.

language = Idioma

new-title = Sonar
new-intro = Toque no mapa em que vocês jogam. Depois, um toque para cada anúncio do capitão inimigo.
new-us = Nós somos
new-yellow = Amarelo
new-blue = Azul
new-mode = Jogo
new-real-time = Tempo real
new-turn-by-turn = Por turnos
new-options = Regras e modelo
new-torpedo = Os quatro passos de um torpedo contam-se
new-torpedo-manhattan = sobre a grade, com ou sem ilhas (mantém mais casas)
new-torpedo-path = pelo mar, contornando ilhas
new-mines = Uma mina é largada
new-mines-8 = numa das 8 casas vizinhas (mantém mais casas)
new-mines-4 = numa das 4 casas vizinhas
new-model = Quão provável é uma casa
new-model-captain = o capitão escolhe cada rumo livre com a mesma frequência
new-model-uniform = cada rota possível conta o mesmo
new-map-picture = Mapa { $name }
new-compare = Compare com a sua folha
new-draw = Desenhar o seu próprio mapa
new-change = Alterar
new-join = Entrar numa partida da sua tripulação
new-join-code = O código da partida
new-join-go = Entrar
new-open = Abrir um registro ou um mapa seu
new-open-file = Um registro (.sonar), uma lista (.txt), uma tabela (.csv) ou um mapa (.txt)
new-open-map = O mapa em que se jogou
new-open-go = Continuar com ele
new-unreadable = Não se pode abrir { $name }.
new-readable = { $count ->
    [0] Mapa { $name }, pronto para jogar.
    [one] Mapa { $name } com um anúncio.
   *[other] Mapa { $name } com { $count } anúncios.
}

menu-title = Partida
menu-role = Este aparelho é para
menu-unknown = Este servidor não conhece a partida aberta neste aparelho, ou o aparelho foi retirado dela.
menu-download = Levar o registro (.sonar)
menu-heard = { $count ->
    [0] Nada ouvido ainda.
    [one] Um anúncio ouvido.
   *[other] { $count } anúncios ouvidos.
}
menu-new = Outro jogo, sem esta tripulação
menu-new-sure = Este aparelho sai da partida. Ela continua no servidor e nos outros aparelhos da tripulação.
menu-new-yes = Sair e começar outra
menu-invite = Deixar outro aparelho entrar
menu-invite-hint = Aponte a câmera dele para a imagem, ou abra { $address } nele e escreva o código. Vale meia hora, só para a sua tripulação.
menu-qr = Imagem para a câmera: o endereço desta partida
devices = Aparelhos nesta mesa: { $count }
device-unnamed = um aparelho
device-own = este
device-out = Retirar

# The crew’s next game.

next-game = Próximo jogo com esta tripulação
next-intro = Todos os aparelhos da tripulação recebem este jogo: um toque leva cada um. O jogo até aqui fica como está.
next-back = Voltar
next-again = De novo em { $name }
next-go = Ir ao próximo jogo da tripulação: { $map }
next-newest = Voltar ao jogo mais recente
next-earlier = Jogos anteriores: { $count }
next-open = { $map }, { $when }, anúncios: { $count }
