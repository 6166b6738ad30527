# Les trois rôles d’un appareil à la table.

board-role-title = Cet appareil est pour …
board-role-operator = Opérateur radio
board-role-captain = Capitaine
board-role-mate = Second
board-role-operator-hint = Note ce que l’ennemi annonce
board-role-captain-hint = Grande vue, lisible à deux mètres
board-role-mate-hint = Note ce que notre équipage annonce
board-role-back = Revenir aux boutons de l’opérateur radio
board-glance = Pour le capitaine
board-glance-many = aucune ne se détache
board-glance-misheard = Mal entendu depuis { $n } ?
board-glance-cut = Pas de liaison : pas à jour
board-glance-cell = { $cell } : { $here } dedans, { $near } à une case près
board-mate-pad = Nous annonçons
board-welcome-mate = Un toucher pour chaque annonce de votre équipage.
