# La préparation d’une nouvelle partie et le menu d’une partie en cours.

language = Langue

new-title = Sonar
new-intro = Touchez la carte sur laquelle vous jouez. Puis un toucher pour chaque annonce du capitaine ennemi.
new-us = Nous sommes
new-yellow = Jaune
new-blue = Bleu
new-mode = Jeu
new-real-time = Temps réel
new-turn-by-turn = Tour par tour
new-options = Règles et modèle
new-torpedo = Les quatre pas d’une torpille se comptent
new-torpedo-manhattan = sur la grille, îles ou non (garde plus de cases)
new-torpedo-path = par la mer, autour des îles
new-mines = Une mine est larguée
new-mines-8 = dans une des 8 cases voisines (garde plus de cases)
new-mines-4 = dans une des 4 cases voisines
new-model = La probabilité d’une case
new-model-captain = le capitaine choisit chaque route ouverte aussi souvent
new-model-uniform = chaque trajet possible compte autant
new-map-picture = Carte { $name }
new-compare = Comparez avec votre feuille
new-draw = Dessiner votre propre carte
new-change = Modifier
new-join = Rejoindre une partie de votre équipage
new-join-code = Le code de la partie
new-join-go = Rejoindre
new-open = Ouvrir un enregistrement ou votre propre carte
new-open-file = Un enregistrement (.sonar), une liste (.txt), un tableau (.csv) ou une carte (.txt)
new-open-map = La carte sur laquelle on a joué
new-open-go = Continuer avec lui
new-unreadable = Impossible d’ouvrir { $name }.
new-readable = { $count ->
    [0] Carte { $name }, prête à jouer.
    [one] Carte { $name } avec une annonce.
   *[other] Carte { $name } avec { $count } annonces.
}

menu-title = Partie
menu-role = Cet appareil est pour
menu-unknown = Ce serveur ne connaît pas la partie ouverte sur cet appareil, ou l’appareil en a été exclu.
menu-download = Emporter l’enregistrement (.sonar)
menu-heard = { $count ->
    [0] Rien entendu encore.
    [one] Une annonce entendue.
   *[other] { $count } annonces entendues.
}
menu-new = Une autre partie, sans cet équipage
menu-new-sure = Cet appareil quitte la partie. Elle reste sur le serveur et sur les autres appareils de l’équipage.
menu-new-yes = La quitter et recommencer
menu-invite = Laisser entrer un autre appareil
menu-invite-hint = Visez l’image avec sa caméra, ou ouvrez-y { $address } et tapez le code. Valable une demi-heure, pour votre équipage seulement.
menu-qr = Image pour une caméra : l’adresse de cette partie
devices = Appareils à cette table : { $count }
device-unnamed = un appareil
device-own = celui-ci
device-out = Exclure

# The crew’s next game.

next-game = Partie suivante avec cet équipage
next-intro = Tous les appareils de l’équipage se voient proposer cette partie : un toucher emmène chacun. La partie jouée reste telle quelle.
next-back = Retour
next-again = Encore sur { $name }
next-go = Vers la partie suivante de l’équipage : { $map }
next-newest = Revenir à la dernière partie
next-earlier = Parties précédentes : { $count }
next-open = { $map }, { $when }, annonces : { $count }
